import { z } from 'zod';

/** The query of a URL as raw input: a text, or a list of texts where a name occurs more than once. */
export function rawQuery(pathAndQuery: string): Record<string, unknown> {
  const start = pathAndQuery.indexOf('?');
  if (start === -1) return {};
  const values = Map.groupBy(new URLSearchParams(pathAndQuery.slice(start + 1)), ([name]) => name);
  return Object.fromEntries(
    [...values].map(([name, pairs]) => {
      const [first, ...more] = pairs.map(([, value]) => value);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

/**
 * A number in a URL: digits, with or without a fraction, become a number; other text stays and the schema rejects it.
 */
export function digits(schema: z.ZodType): z.ZodType {
  return z.preprocess(
    (value) =>
      typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : value,
    schema,
  );
}
