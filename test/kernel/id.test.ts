import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isId, newId } from '../../src/kernel/id.ts';

test('ids are opaque, prefixed and URL-safe', () => {
  expect(newId('cus', new Date())).toMatch(/^cus_[0-9a-z]{26}$/);
});

test('ids sort by the moment they were made, also within one millisecond', () => {
  const moment = new Date('2026-01-01T00:00:00Z');
  const ids = Array.from({ length: 1_000 }, () => newId('cus', moment));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(1_000);
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
