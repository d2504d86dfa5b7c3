import { type DecisionReason } from '../decision/reasons.rules.ts';
import type { FactName, Facts } from '../decision/facts/facts.rules.ts';
import { type Condition, isFault, readCondition } from './cel.ts';

/** What a rule can say, the strictest first. */
export const VERDICTS = {
  deny: 'The request is denied.',
  review: 'The request waits for an operator.',
  approve: 'The request is approved.',
} as const;
export type Verdict = keyof typeof VERDICTS;
const STRICTEST_FIRST = ['deny', 'review', 'approve'] as const satisfies readonly Verdict[];

export interface Rule {
  readonly key: string;
  /** A condition in CEL over the facts. */
  readonly when: string;
  readonly then: Verdict;
  /** Of a denial. */
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

/** What came out of one rule. */
export interface RuleResult {
  readonly key: string;
  readonly then: Verdict;
  readonly hit: boolean;
  /** True if it could not be evaluated, for example because a fact was absent. Then it counts as `review`. */
  readonly failed: boolean;
  readonly mentions: readonly FactName[];
}

export interface PolicyVerdict {
  readonly verdict: Verdict;
  /** The first rule of the verdict, which gives reason and rate; null if it is `otherwise` or a failed rule. */
  readonly decisive: Rule | null;
  readonly results: readonly RuleResult[];
}

/** A policy whose conditions are read, so that it can be evaluated many times. */
export interface ReadPolicy {
  readonly evaluate: (facts: Facts) => PolicyVerdict;
}

/** Reads the conditions of a policy that was checked when it was saved. */
export function readPolicy({ rules, otherwise }: Rules): ReadPolicy {
  const read = rules.map((rule) => ({ rule, condition: readCondition(rule.when) }));
  return {
    evaluate(facts) {
      const results = read.map(({ rule, condition }) =>
        resultOf(rule, isFault(condition) ? null : condition, facts),
      );
      const found = STRICTEST_FIRST.find((verdict) =>
        results.some((result) =>
          result.failed ? verdict === 'review' : result.hit && result.then === verdict,
        ),
      );
      const verdict = found ?? otherwise;
      const at = results.findIndex((result) => result.hit && result.then === verdict);
      return { verdict, decisive: found === undefined ? null : (rules[at] ?? null), results };
    },
  };
}

function resultOf({ key, then }: Rule, condition: Condition | null, facts: Facts): RuleResult {
  const about = { key, then, mentions: condition?.mentions ?? [] };
  try {
    if (condition === null) return { ...about, hit: false, failed: true };
    return { ...about, hit: condition.holds(facts), failed: false };
  } catch {
    return { ...about, hit: false, failed: true };
  }
}
