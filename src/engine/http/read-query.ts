import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { refusal } from '../../kernel/errors.ts';
import { numberIn } from '../json/number.ts';
import { shownName } from '../json/shown-name.ts';

/**
 * The query of a URL as raw input. The value of a name is a text, or a list of texts if the name occurs more than once.
 * Throws `parameter_invalid` if escapes are not UTF-8.
 */
export function rawQuery(pathAndQuery: string): Record<string, unknown> {
  const start = pathAndQuery.indexOf('?');
  if (start === -1) return {};
  // It has no prototype: with one, V8 takes five times as long to add a thousand new names.
  const query: Record<string, unknown> = { __proto__: null };
  for (const [name, value] of pairsOf(pathAndQuery.slice(start + 1))) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}

/** A name and a value without escapes; neither is empty. */
const PLAIN_PAIR = /^[\w.:-]+=[\w.:-]+$/;

/** Reads a query without escapes by itself, because URLSearchParams takes as long as finding a row. */
function pairsOf(query: string): readonly (readonly [name: string, value: string])[] {
  const pairs: [string, string][] = [];
  for (const pair of query.split('&')) {
    if (!PLAIN_PAIR.test(pair)) return escapedPairsOf(query);
    const equals = pair.indexOf('=');
    pairs.push([pair.slice(0, equals), pair.slice(equals + 1)]);
  }
  return pairs;
}

/**
 * Throws if bytes are not UTF-8. URLSearchParams would replace them, and the list would have another filter than the
 * client sent.
 */
function escapedPairsOf(query: string): [name: string, value: string][] {
  for (const pair of query.split('&')) {
    if (isInUtf8(pair)) continue;
    const [name = ''] = new URLSearchParams(pair).keys();
    throw refusal('parameter_invalid', 'must be UTF-8 with percent-encoding', { path: [shownName(name)] });
  }
  return [...new URLSearchParams(query)];
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

const isInUtf8 = (pair: string): boolean =>
  pair.match(ESCAPES)?.every((escapes) => isUtf8(Buffer.from(escapes.replaceAll('%', ''), 'hex'))) ?? true;

/**
 * A number in a URL. Digits, with or without a fraction, become a number. Any other text stays, and the schema rejects
 * it.
 */
export function digits<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) =>
      typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? numberIn(value) : value,
    schema,
  );
}
