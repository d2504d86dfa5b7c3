import { type IsicSections, sectionsOf } from './isic.ts';
import { SECTIONS_OF_HSIC, SECTIONS_OF_REV_4, SECTIONS_OF_REV_5 } from './industry-sections.ts';
import { isicRev4 } from './isic-rev-4.ts';
import { isicRev5 } from './isic-rev-5.ts';

/** The section of each code in a scheme or a revision, and the titles of sections. */
interface Structure {
  readonly sections: IsicSections;
  readonly titles: Readonly<Record<string, string>>;
}

const REV_4: Structure = { sections: sectionsOf(isicRev4), titles: SECTIONS_OF_REV_4 };
const REV_5: Structure = { sections: sectionsOf(isicRev5), titles: SECTIONS_OF_REV_5 };
const HSIC: Structure = { ...REV_4, titles: SECTIONS_OF_HSIC };

interface Scheme {
  readonly name: string;
  readonly title: string;
  /** The numbers of digits that its codes may have. */
  readonly digits: readonly number[];
  /** At least one of these structures must have the code. */
  readonly structures: readonly Structure[];
  /**
   * How many digits are looked up; further digits are not known here. MSIC and HSIC have the divisions of ISIC Rev. 4,
   * but their own groups and classes: HSIC 741 is advertising, ISIC 741 is design.
   */
  readonly depth: number;
}

/** The schemes of industry codes. The number of digits decides the scheme in which a code is looked up. */
export const INDUSTRY_SCHEMES = [
  { name: 'isic', title: 'ISIC', digits: [2, 3, 4], structures: [REV_4, REV_5], depth: 4 },
  { name: 'msic', title: 'MSIC 2008', digits: [5], structures: [REV_4], depth: 2 },
  { name: 'hsic', title: 'HSIC 2.0', digits: [6], structures: [HSIC], depth: 2 },
] as const satisfies readonly Scheme[];

type IndustryScheme = (typeof INDUSTRY_SCHEMES)[number]['name'];

const FORM = /^([A-Z]?)(\d+)$/;

function parsed(code: string) {
  const [, letter = '', digits = ''] = FORM.exec(code) ?? [];
  const scheme = INDUSTRY_SCHEMES.find((each: Scheme) => each.digits.includes(digits.length));
  return { letter, digits, scheme };
}

/** The scheme of an industry code; null if no scheme has that number of digits. */
export const schemeOf = (code: string): IndustryScheme | null => parsed(code).scheme?.name ?? null;

/** The sections with the code: one from each structure that has it. */
function sectionsWith(code: string) {
  const { digits, scheme } = parsed(code);
  if (scheme === undefined) return [];
  const known = digits.slice(0, scheme.depth);
  return scheme.structures.flatMap(({ sections, titles }) => {
    const section = sections.get(known);
    return section === undefined ? [] : [{ section, title: titles[section] ?? section }];
  });
}

/**
 * The title of a code's section in its scheme; null for an unknown code. If the revisions of ISIC disagree, the letter
 * before the code decides; without a letter it is Rev. 4.
 */
export function industryOf(code: string): string | null {
  const { letter } = parsed(code);
  const sections = sectionsWith(code);
  const found = sections.find(({ section }) => section === letter) ?? sections[0];
  return found?.title ?? null;
}

/**
 * Whether the scheme of a code contains it, as far as its digits are known here. A letter before it is ignored. A code
 * without its leading zero is another code: `111` is not class 0111.
 */
export const isIndustryCode = (code: string): boolean => sectionsWith(code).length > 0;

/** Whether the letter before a known code is its section. True for unknown codes and codes without a letter. */
export function isIndustrySection(code: string): boolean {
  const { letter } = parsed(code);
  const sections = sectionsWith(code);
  return letter === '' || sections.length === 0 || sections.some(({ section }) => section === letter);
}
