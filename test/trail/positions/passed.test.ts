import { expect, test } from 'vitest';
import { passedAfter } from '../../../src/trail/positions/passed.ts';

const relay = { before: null, from: 10, position: 9, seen: [11, 12, 14], proven: 0, done: 14 };
const passed = (upTo: number, numbers: readonly number[]) => ({
  position: 9,
  upTo,
  numbers: new Set(numbers),
});

test('a relay passes the numbers that it has seen, and waits for the missing numbers between', () => {
  expect(passedAfter(relay)).toEqual(passed(12, [14]));
  const before = { position: 6, upTo: 10, numbers: new Set([13]) };
  expect(passedAfter({ ...relay, before })).toEqual(passed(14, []));
});

test('a number that no transaction can have any more is not awaited', () => {
  expect(passedAfter({ ...relay, proven: 13 })).toEqual(passed(14, []));
});

test('an event that still waits for its position is never left behind', () => {
  expect(passedAfter({ ...relay, seen: [11, 12], proven: 20, done: 11 })).toEqual(passed(11, []));
});

test('with too many numbers the next relay looks at all events again', () => {
  const seen = Array.from({ length: 10_001 }, (_, at) => 2 * at + 12);
  expect(passedAfter({ ...relay, seen, done: 40_000 })).toBeNull();
});
