import { expect, it } from 'vitest';
import { Faults } from './faults.ts';

/** A seed whose world has all faults that the test names. */
const SEED = 3;
const TIMES = 2_000;

it('a fault that is left out never happens, and everything else happens as before', () => {
  const whole = new Faults(SEED);
  const without = new Faults(SEED, new Set(['busy']));
  expect(whole.known).toContain('busy');
  expect(without.known).toEqual(whole.known.filter((fault) => fault !== 'busy'));

  const happen = (faults: Faults) =>
    Array.from({ length: TIMES }, () => [
      faults.happens('busy'),
      faults.happens('lost response'),
      faults.below(9),
    ]);
  const before = happen(whole);
  const after = happen(without);
  expect(before.some(([busy]) => busy)).toBe(true);
  expect(after).toEqual(before.map(([, ...others]) => [false, ...others]));
});
