/**
 * One revision of ISIC: section, division, and for each division the groups with their classes. `1.1234` under `03` is
 * group 031 with the classes 0311 to 0314.
 */
export type IsicStructure = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The section of every division, group and class of a revision. */
export type IsicSections = ReadonlyMap<string, string>;

export function sectionsOf(structure: IsicStructure): IsicSections {
  return new Map(
    Object.entries(structure).flatMap(([section, divisions]) =>
      Object.entries(divisions)
        .flatMap(([division, groups]) => [division, ...codesWithin(division, groups)])
        .map((code) => [code, section] as const),
    ),
  );
}

function codesWithin(division: string, groups: string): string[] {
  return groups.split(' ').flatMap((group) => {
    const [third = '', fourths = ''] = group.split('.');
    return [division + third, ...Array.from(fourths, (fourth) => division + third + fourth)];
  });
}
