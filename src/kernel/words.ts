/** Whether a text is a word of a table. */
export const isWordOf = <Word extends string>(
  table: Readonly<Record<Word, unknown>>,
  text: string,
): text is Word => Object.hasOwn(table, text);

/** The words of a table, in its order. */
export const wordsOf = <Word extends string>(table: Readonly<Record<Word, unknown>>): readonly Word[] =>
  Object.keys(table).filter((text) => isWordOf(table, text));
