/** The most rows of one statement. */
const PART_MAX = 128;

/**
 * Rows in batches. The lengths are powers of two up to `max`, a power of two itself, so there are few different SQL
 * texts to prepare.
 */
export function inParts<Row>(rows: readonly Row[], max = PART_MAX): readonly (readonly Row[])[] {
  const parts: (readonly Row[])[] = [];
  let at = 0;
  while (at < rows.length) {
    const length = Math.min(max, 2 ** Math.floor(Math.log2(rows.length - at)));
    parts.push(rows.slice(at, at + length));
    at += length;
  }
  return parts;
}

/** Ids for a condition `in`, repeated up to the next power of two, for the same reason. */
export function padded(ids: readonly string[]): readonly string[] {
  const [first] = ids;
  if (first === undefined) return ids;
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array.from({ length: length - ids.length }, () => first)];
}
