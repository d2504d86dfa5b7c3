import { z } from 'zod';
import { isCurrency } from '../../kernel/currency.ts';
import type { OUTCOMES } from '../decision/decision.present.ts';
import { STRICTEST_FIRST, type Verdict } from '../decision/evaluation.rules.ts';
import type { Facts } from '../decision/facts/facts.rules.ts';

/** The most changed cases that a trial lists, the newest ones. Beyond this it only counts. */
export const CASES_MAX = 100_000;

/** What was decided. */
export type Kept = keyof typeof OUTCOMES;
const KEPT = ['approve', 'deny'] as const satisfies readonly Kept[];
export const keptOf = ({ outcome }: { readonly outcome: string }): Kept =>
  outcome === 'approve' ? outcome : 'deny';

/** One group of decisions: what was decided, and what the policy says. */
const Group = z.strictObject({
  count: z.int(),
  /** In minor units, by currency. A sum may be too large for a number. */
  amounts: z.record(z.string(), z.string()),
});
type Group = z.output<typeof Group>;

/** What came out of a trial so far. */
export const TrialResult = z.strictObject({
  /** By `groupName`. A group without decisions is absent. */
  groups: z.record(z.string(), Group),
  /** How many decisions the policy would have made otherwise. */
  changed: z.int(),
  /** How many of all have a rule that could not be evaluated. */
  failed: z.int(),
  /** How many could not be read, because their row is damaged. They are in no group. */
  unreadable: z.int(),
});
export type TrialResult = z.output<typeof TrialResult>;

export const NO_RESULT: TrialResult = { groups: {}, changed: 0, failed: 0, unreadable: 0 };

/** What one page adds to a trial. */
export const TrialPage = z.strictObject({
  /** The id before which the page began. */
  position: z.string(),
  /** The id before which the next page begins; null if this was the last one. */
  next: z.string().nullable(),
  /** How many decisions it read. */
  read: z.int(),
  /** How many decisions there are in all, if they were counted for this page. */
  total: z.int().nullable(),
  result: TrialResult,
  /** The ids of the decisions that the policy would have made otherwise. */
  cases: z.array(z.string()),
});
export type TrialPage = z.output<typeof TrialPage>;

/** `approve>deny`: approved, and the policy denies. */
export const groupName = (kept: Kept, verdict: Verdict): string => `${kept}>${verdict}`;

/** Every group in the order in which people read them. */
export const GROUPS: readonly { readonly kept: Kept; readonly verdict: Verdict }[] = KEPT.flatMap((kept) =>
  STRICTEST_FIRST.map((verdict) => ({ kept, verdict })),
);

export const isChange = (kept: Kept, verdict: Verdict): boolean => kept !== verdict;

/** The amount of one decision as a group. */
export function groupOf({ amount, currency }: Facts): Group {
  const isKnown = typeof amount === 'number' && typeof currency === 'string' && isCurrency(currency);
  return { count: 1, amounts: isKnown ? { [currency]: String(amount) } : {} };
}

/** The sum of two results. */
export function addResults(one: TrialResult, other: TrialResult): TrialResult {
  const groups: Record<string, Group> = { ...one.groups };
  for (const [name, group] of Object.entries(other.groups)) groups[name] = addGroups(groups[name], group);
  return {
    groups,
    changed: one.changed + other.changed,
    failed: one.failed + other.failed,
    unreadable: one.unreadable + other.unreadable,
  };
}

export function addGroups(one: Group | undefined, other: Group): Group {
  if (one === undefined) return other;
  const amounts: Record<string, string> = { ...one.amounts };
  for (const [currency, amount] of Object.entries(other.amounts))
    amounts[currency] = String(BigInt(amounts[currency] ?? 0) + BigInt(amount));
  return { count: one.count + other.count, amounts };
}
