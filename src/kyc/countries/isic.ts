import { isicStructure } from './isic-structure.ts';

/** The fifth and sixth digits belong to a country: MSIC and HSIC divide the classes of ISIC further. */
const form = /^([A-Z]?)(\d{2,4})\d{0,2}$/;

/** The section of every division, group and class. */
const sectionOf: ReadonlyMap<string, string> = new Map(
  Object.entries(isicStructure).flatMap(([section, divisions]) =>
    Object.entries(divisions)
      .flatMap(([division, groups]) => [division, ...codesWithin(division, groups)])
      .map((code) => [code, section] as const),
  ),
);

/**
 * Whether ISIC Rev. 4 has the division, group or class; a letter before it is ignored. A code without its leading zero
 * is another code: `111` is not class 0111.
 */
export function isIsicCode(isic: string): boolean {
  const digits = form.exec(isic)?.[2];
  return digits !== undefined && sectionOf.has(digits);
}

/** Whether the letter before a known code, if there is one, is its section. True for unknown codes. */
export function isIsicSection(isic: string): boolean {
  const [, letter = '', digits = ''] = form.exec(isic) ?? [];
  const section = sectionOf.get(digits);
  return letter === '' || section === undefined || letter === section;
}

function codesWithin(division: string, groups: string): string[] {
  return groups.split(' ').flatMap((group) => {
    const [third = '', fourths = ''] = group.split('.');
    return [division + third, ...Array.from(fourths, (fourth) => division + third + fourth)];
  });
}
