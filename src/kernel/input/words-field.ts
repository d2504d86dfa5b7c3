import { z } from 'zod';

/** Only GraphQL can send null in a list. */
const NULL_WORD = {
  code: 'custom',
  message: 'is required',
  params: { code: 'parameter_missing' },
} as const;

/**
 * One of some words, or several: separated by commas on REST, a list on GraphQL. `noun` is what a word says. An empty
 * list, which only GraphQL can send, is refused.
 */
export function wordsField<const Word extends string>(words: readonly Word[], noun: string) {
  const unknown = `must be one or several, with commas between them, of ${words.join(', ')}`;
  return z
    .custom<unknown>()
    .meta({ type: 'array', items: { type: 'string', enum: words } })
    .transform((value, { issues }): readonly Word[] => {
      const given: readonly unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
      const found = words.filter((word) => given.includes(word));
      const nothing = given.indexOf(null);
      if (nothing !== -1) {
        issues.push({ ...NULL_WORD, path: [nothing], input: value });
        return found;
      }
      if (found.length === 0 || found.length !== new Set(given).size) {
        const message = given.length === 0 ? `must have at least one ${noun}` : unknown;
        issues.push({ code: 'custom', message, input: value });
      }
      return found;
    });
}
