import { z } from 'zod';

/** The query of a URL as raw input: a text, or a list of texts where a name occurs more than once. */
export function rawQuery(pathAndQuery: string): Record<string, unknown> {
  const start = pathAndQuery.indexOf('?');
  if (start === -1) return {};
  const pairs = pairsOf(pathAndQuery.slice(start + 1));
  const once: Record<string, unknown> = Object.fromEntries(pairs);
  // Most queries have each name once.
  if (Object.keys(once).length === pairs.length) return once;
  const byName = [...Map.groupBy(pairs, ([name]) => name)];
  return Object.fromEntries(
    byName.map(([name, all]) => [name, all.length === 1 ? once[name] : all.map(([, value]) => value)]),
  );
}

/** A name and a value, neither of them empty, without escapes. */
const PLAIN_PAIR = /^[\w.:-]+=[\w.:-]+$/;

/** A query without escapes is read here, because URLSearchParams takes as long as finding a row. */
function pairsOf(query: string): readonly (readonly [name: string, value: string])[] {
  const pairs: [string, string][] = [];
  for (const pair of query.split('&')) {
    if (!PLAIN_PAIR.test(pair)) return [...new URLSearchParams(query)];
    const equals = pair.indexOf('=');
    pairs.push([pair.slice(0, equals), pair.slice(equals + 1)]);
  }
  return pairs;
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
