import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rawQuery } from '../../../src/engine/http/read-query.ts';

/** What the web says that a query means, with a list if a name occurs more than once. */
function read(query: string): Record<string, unknown> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

const piece = fc.constantFrom(
  'limit',
  'x',
  '1',
  '',
  '=',
  '&',
  '+',
  '%20',
  '%C3%A9',
  '%EF%BF%BD',
  '%zz',
  '%',
  '__proto__',
  '#',
  'é',
  '-.:',
);

test('a query is read as the web reads it, with and without escapes', () => {
  const queries = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(queries, (query) => {
      expect({ ...rawQuery(`/v1/customers?${query}`) }).toStrictEqual(read(query));
    }),
    { numRuns: 2_000 },
  );
});
