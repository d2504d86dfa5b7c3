import { expect, test } from 'vitest';
import { createBoundedCache } from '../../../../src/api/graphql/prepare/bounded-cache.ts';

test('if there are too many values, the least recently used value is removed', () => {
  const cache = createBoundedCache<number>({ entries: 2, bytes: 100 });
  cache.set('a', 1, 1);
  cache.set('b', 2, 1);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3, 1);
  expect(['a', 'b', 'c'].map(cache.get)).toEqual([1, undefined, 3]);
});

test('if there are too many bytes, values are removed until the rest fits', () => {
  const cache = createBoundedCache<number>({ entries: 10, bytes: 100 });
  cache.set('a', 1, 40);
  cache.set('b', 2, 40);
  cache.set('c', 3, 90);
  expect(['a', 'b', 'c'].map(cache.get)).toEqual([undefined, undefined, 3]);
});

test('a value that is set again counts once, and a single value that is too large is not kept', () => {
  const cache = createBoundedCache<number>({ entries: 10, bytes: 100 });
  cache.set('a', 1, 60);
  cache.set('a', 2, 60);
  cache.set('b', 3, 40);
  expect(['a', 'b'].map(cache.get)).toEqual([2, 3]);
  cache.set('c', 4, 101);
  expect(['a', 'b', 'c'].map(cache.get)).toEqual([2, 3, undefined]);
});
