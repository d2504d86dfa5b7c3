import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIds, idBeside, isId, leastId, newId, orderedId } from '../../src/kernel/id.ts';

test('ids are opaque, prefixed and URL-safe', () => {
  expect(newId('cus', new Date())).toMatch(/^cus_[0-9a-z]{26}$/);
});

test('ids sort by the moment they were made, also within one millisecond', () => {
  const moment = new Date('2026-01-01T00:00:00Z');
  const ids = Array.from({ length: 1_000 }, () => newId('cus', moment));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(1_000);
});

test('ids follow a clock that is set back far, and stay in order over a small step back', () => {
  const right = new Date('2026-06-01T00:00:00Z');
  newId('cus', new Date('2030-01-01T00:00:00Z'));
  const first = newId('cus', right);
  expect(first < newId('cus', new Date('2026-06-01T00:00:01Z'))).toBe(true);
  expect(first < newId('cus', new Date('2026-05-31T23:59:59Z'))).toBe(true);
  expect(first > leastId('cus', right)).toBe(true);
  expect(first < leastId('cus', new Date(right.getTime() + 2))).toBe(true);
});

test('ids beside one with room sort after it and before all later ids, and no other id is the same', () => {
  const makeId = createIds();
  const moment = new Date('2026-06-01T00:00:00Z');
  const ids = Array.from({ length: 200 }, (_, at) => {
    const before = Array.from({ length: at % 40 }, () => makeId('evt', moment));
    const id = makeId('evt', moment, 'room');
    expect(id).toMatch(/^evt_[0-9a-z]{25}0$/);
    return [...before, id, idBeside(id, 'evt', 1), idBeside(id, 'evt', 2)];
  }).flat();
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isId('evt', id))).toBe(true);
});

test('ids of a place sort by their moment, then by their place, and are never the same', () => {
  const [first, second] = [new Date('2026-06-01T00:00:00Z'), new Date('2026-06-01T00:00:01Z')];
  const ids = [0, 1, 31, 32, 1_024, 5_000].flatMap((place) => [
    orderedId('ent', first, place),
    orderedId('ent', second, place),
  ]);
  const inOrder = [...ids.filter((_, at) => at % 2 === 0), ...ids.filter((_, at) => at % 2 === 1)];
  expect(ids.toSorted()).toEqual(inOrder);
  expect(ids.every((id) => isId('ent', id))).toBe(true);
  expect(orderedId('ent', first, 7)).not.toBe(orderedId('ent', first, 7));
});

test('an id has the form of an id of its kind and of no other', () => {
  const id = newId('fun', new Date());
  expect(isId('fun', id)).toBe(true);
  expect(isId('cus', id)).toBe(false);
  expect(isId('fun', id.toUpperCase())).toBe(false);
});

test('no other text has the form of an id', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isId('cus', text)).toBe(false);
      expect(isId('cus', `cus_${text}`)).toBe(/^[0-9a-z]{26}$/.test(text));
    }),
  );
});

test('the random part of an id is random in every place, however many ids are made', () => {
  // More ids than one block of random bytes is enough for, each in another millisecond.
  const start = Date.parse('2026-07-01T00:00:00Z');
  const parts = Array.from({ length: 2_000 }, (_, index) => newId('evt', new Date(start + index)).slice(-16));
  expect(new Set(parts).size).toBe(2_000);
  for (let place = 0; place < 16; place += 1) {
    expect(new Set(parts.map((part) => part[place])).size).toBe(32);
  }
});
