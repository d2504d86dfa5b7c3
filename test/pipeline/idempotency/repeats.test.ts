import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRepeats } from '../../../src/pipeline/idempotency/repeats.ts';
import { stopClock } from '../../support/stopped-clock.ts';

const [OWNER_MS, ALL_MS] = [10_000, 1_000];
const OWNERS_MAX = 1_000;

let clock: ReturnType<typeof stopClock>;
beforeEach(() => {
  clock = stopClock();
});
afterEach(() => clock.restore());

test('an owner whose creation was tried in vain looks up its keys for longer than the others', () => {
  const repeats = createRepeats();
  repeats.spoiled('par_a');
  expect(['par_a', 'par_b'].map(repeats.expectedFrom)).toEqual([true, true]);
  clock.pass(ALL_MS);
  expect(['par_a', 'par_b'].map(repeats.expectedFrom)).toEqual([true, false]);
  clock.pass(OWNER_MS - ALL_MS);
  expect(['par_a', 'par_b'].map(repeats.expectedFrom)).toEqual([false, false]);
});

test('a thousand owners are remembered, and one more makes it forget the others', () => {
  const repeats = createRepeats();
  for (let at = 0; at < OWNERS_MAX; at += 1) repeats.found(`par_${at}`);
  expect(repeats.expectedFrom('par_0')).toBe(true);
  repeats.found('par_more');
  expect(['par_0', 'par_999', 'par_more'].map(repeats.expectedFrom)).toEqual([false, false, true]);
});
