import { expect, test } from 'vitest';
import { kept } from '../../src/kernel/kept.ts';

/** Doubles numbers, keeps two results, and notes what it made. */
function doubling() {
  const made: number[] = [];
  const double = kept(
    (number: number) => {
      made.push(number);
      return 2 * number;
    },
    { keyOf: String, max: 2 },
  );
  return { made, double };
}

test('a result is made once for equal arguments', () => {
  const { made, double } = doubling();
  expect([double(1), double(2), double(1), double(2)]).toEqual([2, 4, 2, 4]);
  expect(made).toEqual([1, 2]);
});

test('the least recently used result is forgotten for a new one', () => {
  const { made, double } = doubling();
  for (const number of [1, 2, 1, 3, 1, 2]) double(number);
  expect(made).toEqual([1, 2, 3, 2]);
});
