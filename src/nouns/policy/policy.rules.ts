import { feeOf, isAnnualRateAbove, isExactSum } from '../../kernel/rate.ts';
import type { Facts } from '../decision/facts/facts.rules.ts';
import {
  type Evaluation,
  type ReviewCause,
  STRICTEST_FIRST,
  type Verdict,
} from '../decision/evaluation.rules.ts';
import { type DecisionReason, REASONS_MAX } from '../decision/reasons.rules.ts';
import { type Condition, isFault, readCondition } from './cel.ts';

export interface Rule {
  readonly key: string;
  /** A condition in CEL over the facts. */
  readonly when: string;
  readonly then: Verdict;
  /** Of a denial; null is `credit_policy`. */
  readonly reason: DecisionReason | null;
  /** Of an approval; null takes the pricing. */
  readonly rate: number | null;
  readonly note: string | null;
}

export interface Rules {
  readonly rules: readonly Rule[];
  /** If no rule holds. */
  readonly otherwise: Verdict;
}

/** A policy whose conditions are read, so that it can be evaluated many times. */
export interface ReadPolicy extends Rules {
  /** The condition of each rule; null if it cannot be read, so that the rule fails. */
  readonly conditions: readonly (Condition | null)[];
}

/** Reads the conditions of a policy that was checked when it was saved. */
export function readPolicy({ rules, otherwise }: Rules): ReadPolicy {
  const conditions = rules.map(({ when }) => {
    const read = readCondition(when);
    return isFault(read) ? null : read;
  });
  return { rules, otherwise, conditions };
}

/** What a policy says, without its id. */
type Result = Omit<Evaluation, 'policy_id' | 'hash'>;

/**
 * Evaluates a request by its facts alone, so that the same facts always get the same evaluation. A denial goes before a
 * review, and a review before an approval. A rule that cannot be evaluated counts as a review.
 */
export function evaluate(policy: ReadPolicy, facts: Facts): Result {
  const { rules, otherwise } = policy;
  const results = policy.conditions.map((condition) => resultOf(condition, facts));
  const of = (wanted: boolean | null) => rules.filter((_rule, index) => results[index] === wanted);
  const [hits, failed] = [of(true), of(null)];
  const found = STRICTEST_FIRST.find(
    (verdict) => hits.some(({ then }) => then === verdict) || (verdict === 'review' && failed.length > 0),
  );
  const verdict = found ?? otherwise;
  const winning = found === undefined ? [] : hits.filter(({ then }) => then === verdict);
  const [decisive = null] = winning;
  const keys = { hits: hits.map(({ key }) => key), failed: failed.map(({ key }) => key) };
  const base = { verdict, rule: decisive?.key ?? null, cause: null, rate: null, reasons: [], ...keys };
  if (verdict === 'deny') return { ...base, reasons: reasonsOf(winning) };
  if (verdict === 'review') return { ...base, cause: decisive === null && found ? 'rule_failed' : null };
  const rate = decisive?.rate ?? null;
  const cause = refusedOffer(rate, facts);
  return cause === null ? { ...base, rate } : { ...base, verdict: 'review', cause };
}

/** Null if it cannot be evaluated. */
function resultOf(condition: Condition | null, facts: Facts): boolean | null {
  try {
    return condition === null ? null : condition.holds(facts);
  } catch {
    return null;
  }
}

/** The reason of a rule that has none. */
const REASON_DEFAULT: DecisionReason = 'credit_policy';

const reasonsOf = (denials: readonly Rule[]): DecisionReason[] =>
  denials.length === 0
    ? [REASON_DEFAULT]
    : [...new Set(denials.map(({ reason }) => reason ?? REASON_DEFAULT))].slice(0, REASONS_MAX);

/** Why a policy makes no offer at a rate; null if it makes one. A rate of null stands for the pricing. */
function refusedOffer(rate: number | null, facts: Facts): ReviewCause | null {
  const { claims, amount, settlement_period: periodDays, rate_ceiling: ceiling } = facts;
  if (typeof claims === 'object' && Object.keys(claims).length > 0) return 'customer_has_claim';
  if (rate !== null && !isWithin(rate, facts.rate_lowest, facts.rate_highest)) return 'rate_outside_pricing';
  const used = rate ?? facts.interest_rate;
  if (typeof used !== 'number' || typeof amount !== 'number' || typeof periodDays !== 'number') return null;
  const fee = feeOf(amount, used);
  if (!isExactSum(amount, fee)) return 'amount_too_large';
  const isAbove = typeof ceiling === 'number' && isAnnualRateAbove(ceiling, { amount, fee, periodDays });
  return isAbove ? 'rate_above_ceiling' : null;
}

const isWithin = (rate: number, lowest: unknown, highest: unknown): boolean =>
  typeof lowest === 'number' && typeof highest === 'number' && lowest <= rate && rate <= highest;
