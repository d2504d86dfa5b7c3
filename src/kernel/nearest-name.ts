/** Longer names are not compared, because no known name is that long and the time grows with the length. */
const LENGTH_MAX = 64;

/** Other APIs' names for the bounds of a list. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['page', 'offset'],
  ['skip', 'offset'],
  ['perpage', 'limit'],
  ['pagesize', 'limit'],
  ['size', 'limit'],
  ['cursor', 'starting_after'],
]);

/**
 * The known name that a misspelled name probably means, or null. It is equal except for case and punctuation, or a few
 * letters are missing, added, changed or swapped, or it is another API's name for the same thing.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > LENGTH_MAX) return null;
  const plain = plainOf(name);
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = distanceOf(plain, plainOf(candidate));
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  if (nearest !== null && least <= slipsAllowed(plain, plainOf(nearest))) return nearest;
  const synonym = SYNONYMS.get(plain);
  return synonym !== undefined && known.includes(synonym) ? synonym : null;
}

/**
 * One wrong letter in a short name, two in a longer name, three in a long name. With more, the names would have little
 * in common.
 */
function slipsAllowed(name: string, known: string): number {
  return Math.min(3, Math.floor(Math.min(name.length, known.length) / 3));
}

const plainOf = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** The number of letters missing, added, changed or swapped with their neighbour (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  let [before, last] = [Array.of<number>(), Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
