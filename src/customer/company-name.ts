/** A company's name for searching: in lower case, with full-width letters of Chinese input made plain. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toUpperCase();
}

/** The last Unicode character: ends the range of all texts with the same beginning. */
const LAST = '\u{10ffff}';

/** The first and the last folded name that begin with a text, in any case. */
export function namesBeginning(text: string): readonly [first: string, last: string] {
  const first = foldedName(text);
  return [first, first + LAST];
}
