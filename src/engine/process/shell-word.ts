/** Characters that have no special meaning in a shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** A text as one word of `sh`, for a command that is printed to be pasted. */
export const shellWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
