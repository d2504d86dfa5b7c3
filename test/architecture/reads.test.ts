import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/** A query that is named as one of many rows, and the member after its name. */
const manyRows = /defineQuery\(\{\s+name: '((?:list|count)\w+)',\s+(\w+)/g;

test('every query that lists or counts may be read from a replica', () => {
  const queries = [...sources('src').values()].flatMap((text) =>
    Array.from(text.matchAll(manyRows), ([, name, member]) => [name, member]),
  );
  expect(queries.length).toBeGreaterThan(10);
  expect(queries.filter(([, member]) => member !== 'readsMany')).toEqual([]);
});
