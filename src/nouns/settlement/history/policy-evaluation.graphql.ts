import { type FactView, type EvaluationView, presentFacts } from '../../decision/decision.present.ts';
import { FACT_TYPES } from '../../decision/facts/fact-row.ts';
import { REVIEW_CAUSES } from '../../decision/evaluation.rules.ts';
import { REASONS_MAX } from '../../decision/reasons.rules.ts';
import { type Condition, isFault, MENTIONS_MAX, readCondition } from '../../policy/cel.ts';
import { explained, SENTENCES_MAX } from '../../policy/explain.rules.ts';
import { RULES_MAX } from '../../policy/policy.input.ts';
import { listPoliciesById } from '../../policy/policy-list.operations.ts';
import type { PolicyContent } from '../../policy/policy.present.ts';
import {
  PolicyVerdictEnum,
  UnderwritingDenialReasonEnum,
  PolicyObject,
  PolicyRuleObject,
} from '../../policy/policy.graphql.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { atMost, runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { loaderOf } from '../../../pipeline/graphql-kit/list-loader.ts';
import type { RequestContext } from '../../../pipeline/graphql-kit/request-context.ts';
import { enumOf } from '../../../pipeline/graphql-kit/enum.ts';
import { objectNamed } from '../../../pipeline/graphql-kit/object.ts';

export const PolicyEvaluationObject = objectNamed<Evaluated>('PolicyEvaluation');
export const DecisionFactObject = objectNamed<FactView>('DecisionFact');

const PolicyReviewCauseEnum = enumOf(
  'PolicyReviewCause',
  'Why a policy leaves a request to an operator although no rule says so.',
  REVIEW_CAUSES,
);
const FactTypeEnum = enumOf('FactType', 'What a fact is.', FACT_TYPES);

/** Loads the policies of all evaluations on a page in one query. */
const policyOf = loaderOf(listPoliciesById, 'policy_ids');

/** A rule, and what came out of it. */
interface RuleResult {
  readonly rule: PolicyContent['rules'][number];
  readonly hit: boolean;
  readonly failed: boolean;
  readonly facts: readonly FactView[];
  readonly sentences: readonly string[];
}

/** What a policy said. In a trial it has the rules that evaluated, because a draft may have changed since. */
interface Evaluated extends EvaluationView {
  readonly ruleset?: PolicyContent['rules'];
}

/** What a policy said about a request, rule by rule, with the values that each rule read. */
export function defineEvaluation(builder: Builder): void {
  const result = defineRuleResult(builder);
  builder.objectType(PolicyEvaluationObject, {
    description: 'What a policy said about a request.',
    fields: (t) => ({
      policy: t.field({
        type: PolicyObject,
        nullable: true,
        description: 'The version that evaluated.',
        extensions: runs(listPoliciesById),
        resolve: ({ policy_id }, _args, context) => policyOf(context, policy_id),
      }),
      verdict: t.expose('verdict', { type: PolicyVerdictEnum, description: 'What it said.' }),
      decisiveRule: t.exposeString('rule', {
        nullable: true,
        description: 'The key of the rule that decided; null if none did.',
      }),
      cause: t.expose('cause', {
        type: PolicyReviewCauseEnum,
        nullable: true,
        description: 'Why it is a review although no rule says so.',
      }),
      rate: t.exposeFloat('rate', {
        nullable: true,
        description: 'The rate that the rule gives to the offer; null for the rate of the pricing.',
      }),
      reasons: t.expose('reasons', {
        type: [UnderwritingDenialReasonEnum],
        description: 'Why it denies, the heaviest reason first.',
        extensions: atMost(REASONS_MAX),
      }),
      rules: t.field({
        type: [result],
        nullable: true,
        description: 'Every rule, in the order of the policy.',
        extensions: { ...runs(listPoliciesById), ...atMost(RULES_MAX) },
        resolve: async (evaluation, _args, context) => {
          const rules = await rulesOf(context, evaluation);
          return rules?.map((each) => resultOf(each, evaluation)) ?? null;
        },
      }),
      because: t.field({
        type: [result],
        nullable: true,
        description:
          'The rules that led to it, in the order of the policy: four at most; none if no rule holds.',
        extensions: { ...runs(listPoliciesById), ...atMost(BECAUSE_MAX) },
        resolve: async (evaluation, _args, context) => {
          const rules = await rulesOf(context, evaluation);
          return rules === null ? null : ledTo(rules, evaluation).map((each) => resultOf(each, evaluation));
        },
      }),
    }),
  });
}

/** The most rules that say why. The others are among all rules. */
const BECAUSE_MAX = 4;

/** The rules of an evaluation: those that evaluated in a trial, or those of the version. */
const rulesOf = async (context: RequestContext, { ruleset, policy_id }: Evaluated) =>
  ruleset ?? (await policyOf(context, policy_id))?.rules ?? null;

function defineRuleResult(builder: Builder) {
  return builder.objectRef<RuleResult>('PolicyRuleResult').implement({
    description: 'What came out of a rule.',
    fields: (t) => ({
      rule: t.expose('rule', { type: PolicyRuleObject, description: 'The rule as it was.' }),
      hit: t.exposeBoolean('hit', { description: 'Whether the condition held.' }),
      failed: t.exposeBoolean('failed', {
        description:
          'Whether it could not be evaluated, for example because a fact was absent. It counts as a review.',
      }),
      facts: t.expose('facts', {
        type: [DecisionFactObject],
        description: 'The facts that the condition mentions, as they were.',
        extensions: atMost(MENTIONS_MAX),
      }),
      sentences: t.exposeStringList('sentences', {
        description: 'What the condition compared, in English: “chargeback rate 6 % is above 5 %”.',
        extensions: atMost(SENTENCES_MAX),
      }),
    }),
  });
}

/** A rule that fails counts as a review; what a policy offers in vain, such as a rate, came from an approval. */
function ledTo(
  rules: PolicyContent['rules'],
  { verdict, cause, hits, failed }: Evaluated,
): PolicyContent['rules'] {
  const wanted = verdict === 'review' && cause !== null && cause !== 'rule_failed' ? 'approve' : verdict;
  return rules
    .filter(
      ({ key, then }) =>
        (then === wanted && hits.includes(key)) || (verdict === 'review' && failed.includes(key)),
    )
    .slice(0, BECAUSE_MAX);
}

/** The conditions of rules. Each rule of a request is read once. */
const conditions = new WeakMap<RuleResult['rule'], Condition | null>();

function conditionOf(rule: RuleResult['rule']): Condition | null {
  const known = conditions.get(rule);
  if (known !== undefined) return known;
  const read = readCondition(rule.when);
  const condition = isFault(read) ? null : read;
  conditions.set(rule, condition);
  return condition;
}

function resultOf(rule: RuleResult['rule'], { hits, failed, facts }: EvaluationView): RuleResult {
  const condition = conditionOf(rule);
  return {
    rule,
    hit: hits.includes(rule.key),
    failed: failed.includes(rule.key),
    facts: presentFacts(facts, condition?.mentions ?? []),
    sentences: condition === null ? [] : explained(condition, facts, rule.when),
  };
}

/** A fact of a decision. */
export function defineFact(builder: Builder): void {
  builder.objectType(DecisionFactObject, {
    description: 'A fact of a decision; the guide “Writing a policy” has the table of them.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name in rules, such as `chargeback_rate`.' }),
      type: t.expose('type', { type: FactTypeEnum, description: 'What its value is.' }),
      value: t.exposeString('value', {
        nullable: true,
        description: 'A text as it is, anything else as JSON; null if the fact was absent.',
      }),
    }),
  });
}
