/** The last Unicode character. It ends the range of all texts with the same beginning. */
const LAST = '\u{10ffff}';

/** The bounds, both included, of all texts that begin with a text. An index on texts serves such a range. */
export const textsBeginning = (text: string): readonly [first: string, last: string] => [text, text + LAST];
