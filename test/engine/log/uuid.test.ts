import { expect, test } from 'vitest';
import { newUuid } from '../../../src/engine/log/uuid.ts';

test('each UUID is new, random, and says so', () => {
  const all = Array.from({ length: 5_000 }, newUuid);
  expect(new Set(all).size).toBe(all.length);
  for (const uuid of all)
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  // Each place but the version takes every digit that it may have.
  const digitsAt = (place: number) => new Set(all.map((uuid) => uuid[place])).size;
  const expected = Array.from('xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx', (place) =>
    place === 'x' ? 16 : place === 'y' ? 4 : 1,
  );
  expect(expected.map((_, place) => digitsAt(place))).toEqual(expected);
});
