import { actorNameField } from '../../api-key/viewer/actor-name.graphql.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { defineLoader } from '../../../pipeline/graphql-kit/loader.ts';
import { loaderOf } from '../../../pipeline/graphql-kit/list-loader.ts';
import { atMost, runs, upTo } from '../../../pipeline/graphql-kit/field-facts.ts';
import { enumValues } from '../../../pipeline/graphql-kit/naming.ts';
import { operatorOnly } from '../../../pipeline/graphql-kit/operator-only.ts';
import { runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import type { RequestContext } from '../../../pipeline/graphql-kit/request-context.ts';
import { DENIALS } from '../denial.rules.ts';
import { InstantSettlementStatusEnum, SettlementObject } from '../edges/settlement-type.graphql.ts';
import { REASON_SIZE } from '../../../kernel/input/reason.ts';
import {
  ACTOR_MEANINGS,
  SETTLEMENT_STATUSES,
  type SettlementActor,
  type SettlementEvent,
  settlementMachine,
} from '../settlement.machine.ts';
import { meaningOfStep, SETTLEMENT_STEPS } from '../settlement-events.rules.ts';
import {
  HISTORY_STEPS_MAX,
  historyAsRead,
  listSettlementHistories,
  type SettlementChange,
} from './settlement-history.operations.ts';
import { listSettlementMoves, MOVES_COUNT, type SettlementMove } from './settlement-moves.operations.ts';
import { listSettlementOutcomes } from './settlement-outcome.operations.ts';
import { enumOf, enumOfValues } from '../../../pipeline/graphql-kit/enum.ts';

const InstantSettlementEventEnum = enumOfValues(
  'InstantSettlementEvent',
  'What can happen to a settlement.',
  enumValues(SETTLEMENT_STEPS, meaningOfStep),
);
const InstantSettlementActorEnum = enumOf(
  'InstantSettlementActor',
  'Who can cause an event.',
  ACTOR_MEANINGS,
);
const DenialReasonEnum = enumOf('DenialReason', 'The reason for which a request was denied.', DENIALS);

/** Loads the history of all settlements on a page in one query. */
const historyOf = defineLoader(async (context, funding_ids) => {
  const changes = await runQuery(context, listSettlementHistories, { ids: {}, input: { funding_ids } });
  return Map.groupBy(changes, ({ funding_id }) => funding_id);
});

/** Loads the outcomes of all settlements on a page in one query. */
const loadOutcome = loaderOf(listSettlementOutcomes, 'funding_ids');

async function outcomeOf(context: RequestContext, fundingId: string) {
  const outcome = await loadOutcome(context, fundingId);
  if (outcome === null) throw new Error('An instant settlement that was shown is not there.');
  return outcome;
}

/** A text that a person wrote about a settlement. */
const NOTE = { ...runs(listSettlementOutcomes), ...upTo(REASON_SIZE) };

interface NextEvent {
  readonly event: SettlementEvent;
  readonly by: SettlementActor;
}

/** The history and the outcome of a settlement, and its possible next events. */
export function defineHistory(builder: Builder): void {
  defineDecision(builder);
  defineServicing(builder);
  defineChanges(builder);
  defineNextEvents(builder);
}

/** The offer, and why it was or was not accepted. */
function defineDecision(builder: Builder): void {
  builder.objectFields(SettlementObject, (t) => ({
    offerExpiresAt: t.expose('offer_expires_at', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the partner can answer the offer; null before there is an offer.',
    }),
    decisionReason: t.string({
      nullable: true,
      description: 'The reason that the partner gave with its decision.',
      extensions: NOTE,
      resolve: async ({ funding_id }, _args, context) =>
        (await outcomeOf(context, funding_id)).decision_reason,
    }),
    denialReason: t.expose('denial_reason', {
      type: DenialReasonEnum,
      nullable: true,
      description: 'Why it was denied; null if it was not denied.',
    }),
    denialNote: t.string({
      nullable: true,
      description: 'The note of the operator who denied it.',
      extensions: { ...operatorOnly, ...NOTE },
      resolve: async ({ funding_id }, _args, context) => (await outcomeOf(context, funding_id)).denial_note,
    }),
  }));
}

/** The disbursement, and the KYC that it depends on. */
function defineServicing(builder: Builder): void {
  builder.objectFields(SettlementObject, (t) => ({
    disbursementReference: t.string({
      nullable: true,
      description: 'The reference of the payment in the provider’s books.',
      extensions: { ...operatorOnly, ...NOTE },
      resolve: async ({ funding_id }, _args, context) =>
        (await outcomeOf(context, funding_id)).disbursement_reference,
    }),
    approvedKycRevision: t.int({
      nullable: true,
      description:
        'The revision of the customer’s KYC at the approval of the offer; null before there is an offer.',
      extensions: runs(listSettlementOutcomes),
      resolve: async ({ funding_id }, _args, context) =>
        (await outcomeOf(context, funding_id)).approved_kyc_revision,
    }),
    kycChanged: t.boolean({
      description:
        'Whether the KYC of the customer changed since the approval, until the money was sent: then disbursing needs ' +
        '`confirmKycRevision`.',
      extensions: runs(listSettlementOutcomes),
      resolve: async ({ funding_id }, _args, context) => (await outcomeOf(context, funding_id)).kyc_changed,
    }),
  }));
}

function defineChanges(builder: Builder): void {
  const change = builder.objectRef<SettlementChange>('InstantSettlementChange').implement({
    description: 'What happened to a settlement, and who did it.',
    fields: (t) => ({
      event: t.expose('step', { type: InstantSettlementEventEnum, description: 'What happened.' }),
      at: t.expose('at', { type: 'DateTime', description: 'When it happened, in UTC.' }),
      actor: t.exposeString('actor', {
        description:
          'The id of an API key, `session/` and the id of an operator, `cli` or `clock`. A partner sees `operator` for everyone at the provider.',
      }),
      actorName: t.string(actorNameField),
      automatic: t.exposeBoolean('automatic', {
        description: 'Whether a setting of the partner caused the event, during the request of the actor.',
      }),
      denialReason: t.expose('denial_reason', {
        type: DenialReasonEnum,
        nullable: true,
        description: 'Why the event denied the request; null if it did not deny it.',
      }),
      decisionReason: t.string({
        nullable: true,
        description: 'The reason that the partner gave with its decision.',
        extensions: NOTE,
        resolve: async ({ funding_id, step }, _args, context) =>
          step === 'accept' || step === 'reject'
            ? (await outcomeOf(context, funding_id)).decision_reason
            : null,
      }),
      denialNote: t.string({
        nullable: true,
        description: 'The note of the operator who denied it.',
        extensions: { ...operatorOnly, ...NOTE },
        resolve: async ({ funding_id, denial_reason }, _args, context) =>
          denial_reason === null ? null : (await outcomeOf(context, funding_id)).denial_note,
      }),
    }),
  });

  builder.objectField(SettlementObject, 'history', (t) =>
    t.field({
      type: [change],
      description: `What happened to the settlement since its submission: the newest ${HISTORY_STEPS_MAX} steps.`,
      // Only operators reopen, so a document costs what nearly all settlements have: each status once.
      extensions: { ...runs(listSettlementHistories), ...atMost(SETTLEMENT_STATUSES.length) },
      resolve: async (of, _args, context) => [
        ...historyAsRead((await historyOf(context, of.funding_id)) ?? [], of),
      ],
    }),
  );
}

function defineNextEvents(builder: Builder): void {
  const next = builder.objectRef<NextEvent>('NextInstantSettlementEvent').implement({
    description: 'What may happen to a settlement, and who may do it.',
    fields: (t) => ({
      event: t.expose('event', { type: InstantSettlementEventEnum, description: 'What may happen.' }),
      by: t.expose('by', { type: InstantSettlementActorEnum, description: 'Who may cause it.' }),
    }),
  });
  const move = builder.objectRef<SettlementMove>('InstantSettlementMove').implement({
    description: 'An event that moves a settlement from one status to another.',
    fields: (t) => ({
      from: t.expose('from', { type: InstantSettlementStatusEnum, description: 'The status before it.' }),
      event: t.expose('event', { type: InstantSettlementEventEnum, description: 'What happens.' }),
      by: t.expose('by', { type: InstantSettlementActorEnum, description: 'Who may cause it.' }),
      to: t.expose('to', { type: InstantSettlementStatusEnum, description: 'The status after it.' }),
    }),
  });
  builder.queryField('instantSettlementMoves', (t) =>
    t.field({
      type: [move],
      description: 'Every move that a settlement can make after its submission.',
      extensions: { ...runs(listSettlementMoves), ...atMost(MOVES_COUNT) },
      resolve: (_root, _args, context) => runQuery(context, listSettlementMoves, { ids: {} }),
    }),
  );
  builder.objectField(SettlementObject, 'nextEvents', (t) =>
    t.field({
      type: [next],
      description: 'What may happen now. An offer that has lapsed is denied.',
      extensions: atMost(settlementMachine.events.length),
      resolve: ({ status }) =>
        settlementMachine.nextEvents(status).map((each) => ({
          event: each,
          by: settlementMachine.causeOf(each),
        })),
    }),
  );
}
