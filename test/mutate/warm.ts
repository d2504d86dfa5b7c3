import { appendFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { z } from 'zod';
import { PLAN, REFUSALS, suiteOf, WITHOUT } from './plan.ts';

/**
 * The tests of one file, with one mutant after another, in one process: loading the sources takes longer than most tests.
 * In the copy it is a file of tests. The first suite shows which mutants the tests come to, the second which of them they
 * come to again. After some mutants a suite without one shows that they left nothing behind.
 */
const Plan = z.strictObject({ file: z.string(), mutants: z.array(z.number()), log: z.string() });
const { file, mutants, log } = Plan.parse(JSON.parse(process.env[PLAN] ?? ''));
/** Suites between two that show whether a mutant left something behind. */
const CHECKED_AFTER = 10;

interface Suite {
  readonly mutant: number | null;
  readonly reached: Set<number>;
  hasFailed: boolean;
}
const suiteFor = (mutant: number | null): Suite => ({ mutant, reached: new Set(), hasFailed: false });
const first = suiteFor(null);
const second = suiteFor(null);
let now = first;
let isSpoiled = false;
const choose = (number: number): boolean => {
  now.reached.add(number);
  return now.mutant === number;
};
Object.assign(globalThis, { mutant__: choose });

/** Throws if it makes no sense to try a mutant. */
function requireSense(mutant: number): void {
  if (isSpoiled) throw new Error(REFUSALS.spoiled);
  if (second.reached.has(mutant)) return;
  throw new Error(first.reached.has(mutant) ? REFUSALS.once : REFUSALS.unreached);
}

function plan(suite: Suite, at: number): void {
  const { mutant } = suite;
  const name = mutant === null ? `${WITHOUT} ${at}` : suiteOf(mutant);
  describe(`${name}`, async () => {
    beforeAll(() => {
      now = suite;
      appendFileSync(log, `${mutant}\n`);
      if (mutant !== null) requireSense(mutant);
    });
    beforeEach(({ skip }) => skip(suite.hasFailed && mutant !== null));
    afterEach(({ task }) => {
      if (task.result?.state !== 'fail') return;
      suite.hasFailed = true;
      if (mutant === null) isSpoiled = true;
    });
    now = suite;
    try {
      await import(/* @vite-ignore */ `${file}?at=${at}`);
    } catch (error) {
      test('is loaded', () => {
        throw error;
      });
    }
    now = first;
  });
}

const suites = [first, second];
for (const [at, mutant] of mutants.entries()) {
  suites.push(suiteFor(mutant));
  if (at % CHECKED_AFTER === CHECKED_AFTER - 1 || at === mutants.length - 1) suites.push(suiteFor(null));
}
for (const [at, suite] of suites.entries()) plan(suite, at);
