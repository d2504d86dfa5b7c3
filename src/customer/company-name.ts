/** A company's name as it is searched for: without differences of case, and of the widths of letters in Chinese input. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toUpperCase();
}

/** The last character there is: it ends every text that begins alike. */
const LAST = '\u{10ffff}';

/** Between which folded names those lie that begin with a text, in any case. */
export function namesBeginning(text: string): readonly [first: string, last: string] {
  const first = foldedName(text);
  return [first, first + LAST];
}
