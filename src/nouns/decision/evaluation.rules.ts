import { z } from 'zod';
import { isDecisionReason } from './reasons.rules.ts';

/** What a rule of a policy can say, the strictest first. */
export const VERDICTS = {
  deny: 'The request is denied.',
  review: 'The request waits for an operator.',
  approve: 'The request is approved.',
} as const;
export type Verdict = keyof typeof VERDICTS;
export const STRICTEST_FIRST = ['deny', 'review', 'approve'] as const satisfies readonly Verdict[];

/** Why a policy leaves a request to an operator although no rule says so. */
export const REVIEW_CAUSES = {
  rule_failed: 'A rule could not be evaluated, for example because a fact that it reads was absent.',
  customer_has_claim: 'Something that the customer owed was written off and has not come back.',
  rate_outside_pricing: 'The rate of the rule is lower or higher than every rate of the partner’s pricing.',
  rate_above_ceiling: 'The annual rate would be above the ceiling of the customer’s country.',
  amount_too_large: 'Amount and fee together would be too large to be exact.',
} as const;
export type ReviewCause = keyof typeof REVIEW_CAUSES;

const isOf =
  <Code extends string>(table: Readonly<Record<Code, string>>) =>
  (code: string): code is Code =>
    Object.hasOwn(table, code);

/** What came out of a policy, as a decision keeps it. The policy itself is never changed once it evaluates. */
export const Evaluation = z.strictObject({
  policy_id: z.string(),
  hash: z.string(),
  verdict: z.string().refine(isOf(VERDICTS)),
  /** The key of the rule that decided; null if none did. */
  rule: z.string().nullable(),
  /** Why it is a review although no rule says so. */
  cause: z.string().refine(isOf(REVIEW_CAUSES)).nullable(),
  /** The rate that the rule gives; null for the rate of the pricing. */
  rate: z.number().nullable(),
  /** Of a denial, the heaviest first. */
  reasons: z.array(z.string().refine(isDecisionReason)),
  /** The keys of the rules that hold. */
  hits: z.array(z.string()),
  /** The keys of the rules that could not be evaluated. */
  failed: z.array(z.string()),
});
export type Evaluation = z.output<typeof Evaluation>;
