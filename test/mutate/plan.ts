/** What a process of tests is to do: one file of tests, again and again, with one mutant after another. */
export interface Plan {
  readonly file: string;
  readonly mutants: readonly number[];
  /** A file that gets a line when a mutant begins. */
  readonly log: string;
}

/** The variable of the environment that has the plan, as JSON. */
export const PLAN = 'FUNDGATE_PLAN';
/** The mutant of a process that has no plan. */
export const MUTANT = 'FUNDGATE_MUTANT';

/** Why a mutant is not tried in this process. */
export const REFUSALS = {
  /** The tests do not come to its place. */
  unreached: 'UNREACHED',
  /** Its place is passed once for a process, so it needs one of its own. */
  once: 'ONCE',
  /** A mutant before it has left something behind. */
  spoiled: 'SPOILED',
} as const;
export type Refusal = keyof typeof REFUSALS;

/** The name of a suite without a mutant. */
export const WITHOUT = 'without a mutant';
export const suiteOf = (mutant: number | ''): string => `mutant ${mutant}`;
