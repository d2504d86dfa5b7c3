import { afterAll, expect, it } from 'vitest';
import { giveIdsTo, newId } from './own-ids.ts';

const MOMENT = Date.parse('2026-03-01T00:00:00Z');

afterAll(() => giveIdsTo(() => ''));

it('a process whose clock is late gives ids that sort before those of the other one', () => {
  let owner = 'early';
  giveIdsTo(() => owner);
  const first = newId('evt', new Date(MOMENT));
  owner = 'late';
  const second = newId('evt', new Date(MOMENT - 1_000));
  owner = 'early';
  // A process by itself keeps the order of its ids if its clock is set back a little.
  const third = newId('evt', new Date(MOMENT - 1_000));
  expect([second, first, third].toSorted()).toEqual([second, first, third]);
});
