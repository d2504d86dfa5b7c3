import { actorNameField } from '../../api-key/viewer/actor-name.graphql.ts';
import { listActorNames } from '../../api-key/viewer/actor-names.operations.ts';
import { FACT_NAMES } from '../../decision/facts/facts.rules.ts';
import { type DecisionView, OUTCOMES } from '../../decision/decision.present.ts';
import { ORIGINS } from '../../decision/keep-decision.ts';
import { REASONS_MAX } from '../../decision/reasons.rules.ts';
import { UnderwritingDenialReasonEnum } from '../../policy/policy.graphql.ts';
import { idOf } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { atMost, runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { loaderOf } from '../../../pipeline/graphql-kit/list-loader.ts';
import { nodeFinder, NodeInterface } from '../../../pipeline/graphql-kit/node.ts';
import { operatorOnly } from '../../../pipeline/graphql-kit/operator-only.ts';
import { nullIfMissing, runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import { SettlementObject } from '../edges/settlement-type.graphql.ts';
import {
  defineFact,
  defineEvaluation,
  PolicyEvaluationObject,
  DecisionFactObject,
} from './policy-evaluation.graphql.ts';
import { getAdvice } from './settlement-advice.operations.ts';
import { DECISIONS_MAX, getDecision, listDecisionsOfSettlements } from './settlement-decisions.operations.ts';
import { enumOf } from '../../../pipeline/graphql-kit/enum.ts';

export const decisionNode = nodeFinder('dcn', getDecision, (decision_id) => ({ decision_id }));

/** Loads the decisions of all settlements on a page in one query. */
const decisionsOf = loaderOf(listDecisionsOfSettlements, 'funding_ids');

export const DecisionOutcomeEnum = enumOf('DecisionOutcome', 'What underwriting decided.', OUTCOMES);
const DecisionOriginEnum = enumOf('DecisionOrigin', 'Who decided.', ORIGINS);

/** The decisions of underwriting on a settlement, and the facts as they were. */
export function defineDecisions(builder: Builder): void {
  defineFact(builder);
  defineEvaluation(builder);
  defineAdvice(builder);
  const decision = defineDecision(builder);
  builder.objectField(SettlementObject, 'decisions', (t) =>
    t.field({
      type: [decision],
      nullable: true,
      description: 'What underwriting decided, and why.',
      extensions: { ...operatorOnly, ...runs(listDecisionsOfSettlements), ...atMost(DECISIONS_MAX) },
      resolve: async ({ funding_id }, _args, context) => (await decisionsOf(context, funding_id)) ?? [],
    }),
  );
}

function defineDecision(builder: Builder) {
  return builder.objectRef<DecisionView>('Decision').implement({
    description: 'What underwriting decided about a request, and the facts as they were then.',
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('decision_id'),
      fundingId: t.exposeID('funding_id'),
      outcome: t.expose('outcome', { type: DecisionOutcomeEnum, description: 'What was decided.' }),
      origin: t.expose('origin', { type: DecisionOriginEnum, description: 'Who decided.' }),
      actor: t.exposeString('actor', {
        description: 'The id of an API key, `session/` and the id of an operator, or `cli`.',
      }),
      actorName: t.string({ ...actorNameField, extensions: runs(listActorNames) }),
      interestRate: t.exposeFloat('interest_rate', {
        nullable: true,
        description: 'The rate of the offer, as a decimal; null for a denial.',
      }),
      reasons: t.expose('reasons', {
        type: [UnderwritingDenialReasonEnum],
        description:
          'Why it was denied, the heaviest reason first. Partners read only the first, as they may know it.',
        extensions: atMost(REASONS_MAX),
      }),
      factsKept: t.exposeBoolean('facts_kept', {
        description: 'False if an earlier version of the gateway decided, which kept no facts.',
      }),
      facts: t.expose('facts', {
        type: [DecisionFactObject],
        description: 'Every fact, as it was at the decision.',
        extensions: atMost(FACT_NAMES.length),
      }),
      policy: t.expose('policy', {
        type: PolicyEvaluationObject,
        nullable: true,
        description: 'What the live policy decided or advised; null if none did.',
      }),
      shadow: t.expose('shadow', {
        type: PolicyEvaluationObject,
        nullable: true,
        description: 'What the shadow policy said, which counted for nothing.',
      }),
      override: t.exposeString('override', {
        nullable: true,
        description: 'Why a person decided otherwise than the policy advised.',
      }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
    }),
  });
}

function defineAdvice(builder: Builder): void {
  builder.queryField('policyAdvice', (t) =>
    t.field({
      type: PolicyEvaluationObject,
      nullable: true,
      description:
        'What the live policy advises on a request that waits, on the facts of this moment; null if none does. A person who decides otherwise says why. For operators.',
      args: { fundingId: t.arg.id(idOf('funding_id')) },
      extensions: runs(getAdvice),
      resolve: async (_root, { fundingId }, context) =>
        nullIfMissing(() =>
          runQuery(context, getAdvice, { ids: { funding_id: fundingId, customer_id: null } }),
        ),
    }),
  );
}
