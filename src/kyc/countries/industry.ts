import { type IsicSections, sectionsOf } from './isic.ts';
import { isicRev4 } from './isic-rev-4.ts';
import { isicRev5 } from './isic-rev-5.ts';

const REV_4 = sectionsOf(isicRev4);
const REV_5 = sectionsOf(isicRev5);

interface Scheme {
  readonly name: string;
  readonly title: string;
  /** How many digits its codes have here. */
  readonly digits: readonly number[];
  /** The structures of which one has to have the code. */
  readonly structures: readonly IsicSections[];
  /**
   * How many of the digits are looked up; the others are not known here. MSIC and HSIC have the divisions of ISIC
   * Rev. 4, and below them groups and classes of their own: HSIC 741 is advertising, ISIC 741 design.
   */
  readonly depth: number;
}

/** The schemes of industry codes. The number of digits tells them apart, and each code is looked up in its own. */
export const INDUSTRY_SCHEMES = [
  { name: 'isic', title: 'ISIC', digits: [2, 3, 4], structures: [REV_4, REV_5], depth: 4 },
  { name: 'msic', title: 'MSIC 2008', digits: [5], structures: [REV_4], depth: 2 },
  { name: 'hsic', title: 'HSIC 2.0', digits: [6], structures: [REV_4], depth: 2 },
] as const satisfies readonly Scheme[];

type IndustryScheme = (typeof INDUSTRY_SCHEMES)[number]['name'];

const FORM = /^([A-Z]?)(\d+)$/;

function parsed(code: string) {
  const [, letter = '', digits = ''] = FORM.exec(code) ?? [];
  const scheme = INDUSTRY_SCHEMES.find((each: Scheme) => each.digits.includes(digits.length));
  return { letter, digits, scheme };
}

/** The scheme of an industry code; null for a number of digits that no scheme has. */
export const schemeOf = (code: string): IndustryScheme | null => parsed(code).scheme?.name ?? null;

/** The sections that the schemes' structures give the code: one for each structure that has it. */
function sectionsWith(code: string): readonly string[] {
  const { digits, scheme } = parsed(code);
  if (scheme === undefined) return [];
  const known = digits.slice(0, scheme.depth);
  return scheme.structures.map((sections) => sections.get(known)).filter((section) => section !== undefined);
}

/**
 * Whether the scheme of the code has it, as deep as it is known here; a letter before it is ignored. A code without its
 * leading zero is another code: `111` is not class 0111.
 */
export const isIndustryCode = (code: string): boolean => sectionsWith(code).length > 0;

/** Whether the letter before a known code, if there is one, is its section. True for unknown codes. */
export function isIndustrySection(code: string): boolean {
  const { letter } = parsed(code);
  const sections = sectionsWith(code);
  return letter === '' || sections.length === 0 || sections.includes(letter);
}
