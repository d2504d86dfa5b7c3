import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { atMost, runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { CURRENCIES } from '../../kernel/currency.ts';
import { SETTLEMENT_STATUSES } from '../settlement/settlement.machine.ts';
import {
  AGES,
  type OutstandingOfAge,
  type OutstandingOverview,
  readOutstanding,
} from './servicing-overview.operations.ts';
import {
  type DecisionsOfDay,
  listDecisionDays,
  listSettlementTotals,
  listWaitingAges,
  OVERVIEW_DAYS_MAX,
  type SettlementTotal,
  WAITING_HOURS,
  WAITING_STATUSES,
  type WaitingOfAge,
} from './settlement-overview.operations.ts';
import { InstantSettlementStatusEnum } from '../settlement/edges/settlement-type.graphql.ts';

interface SettlementOverview {
  readonly totals: readonly SettlementTotal[];
  readonly days: readonly DecisionsOfDay[];
}

/** Settlements as numbers, for operators. */
export function defineOverview(builder: Builder): void {
  const total = defineTotal(builder);
  const day = defineDay(builder);
  const age = defineAge(builder);
  const outstanding = defineOutstanding(builder);
  const overview = builder.objectRef<SettlementOverview>('InstantSettlementOverview').implement({
    description: 'The settlements of all partners, as numbers.',
    fields: (t) => ({
      totals: t.expose('totals', {
        type: [total],
        description: 'Of all partners; a status and currency without settlements is not listed.',
        extensions: atMost(SETTLEMENT_STATUSES.length * CURRENCIES.length),
      }),
      days: t.expose('days', {
        type: [day],
        description: 'The days with a decision, the oldest first.',
        extensions: atMost(OVERVIEW_DAYS_MAX + 1),
      }),
      outstanding: t.field({
        type: outstanding,
        description: 'What is owed by currency and by how long it is overdue, and claims apart.',
        extensions: runs(readOutstanding),
        resolve: (_overview, _args, context) => runQuery(context, readOutstanding, { ids: {} }),
      }),
      ages: t.field({
        type: [age],
        description:
          'Settlements that wait for a review or for their money, grouped by how long they have waited, the newest first.',
        extensions: {
          ...runs(listWaitingAges),
          ...atMost(WAITING_STATUSES.length * (WAITING_HOURS.length + 1)),
        },
        resolve: (_overview, _args, context) => runQuery(context, listWaitingAges, { ids: {} }),
      }),
    }),
  });
  builder.queryField('settlementOverview', (t) =>
    t.field({
      type: overview,
      description:
        'Settlements by status and currency, decisions by day, and how long settlements have waited. For operators.',
      args: {
        from: t.arg({
          type: 'DateTime',
          description: `The first moment of the days, at most ${OVERVIEW_DAYS_MAX} days ago.`,
        }),
      },
      extensions: runs(listSettlementTotals, listDecisionDays),
      resolve: async (_root, { from }, context) => ({
        totals: await runQuery(context, listSettlementTotals, { ids: {} }),
        days: await runQuery(context, listDecisionDays, { ids: {}, input: { from } }),
      }),
    }),
  );
}

/** A sum of settlements, which may be too large for an exact JSON number. */
const SUM = 'In the minor unit of the currency, as an exact decimal text.';

function defineOutstanding(builder: Builder) {
  const age = builder.objectRef<OutstandingOfAge>('OutstandingOfAge').implement({
    description:
      'What is outstanding in one currency, in one range of days past the last day for the payment.',
    fields: (t) => ({
      currency: t.exposeString('currency'),
      daysMin: t.exposeInt('days_min', {
        description: 'The least days past the last day for the payment; 0 is not due yet.',
      }),
      daysMax: t.exposeInt('days_max', {
        nullable: true,
        description: 'The most days; null for the last group, which has no upper bound.',
      }),
      count: t.exposeInt('count', { description: 'How many settlements that is.' }),
      amount: t.string({ description: SUM, resolve: ({ amount }) => String(amount) }),
    }),
  });
  const claims = builder.objectRef<OutstandingOverview['claims'][number]>('ClaimsOfCurrency').implement({
    description: 'What was written off and not recovered, in one currency.',
    fields: (t) => ({
      currency: t.exposeString('currency'),
      count: t.exposeInt('count', { description: 'How many settlements that is.' }),
      amount: t.string({ description: SUM, resolve: ({ amount }) => String(amount) }),
    }),
  });
  return builder.objectRef<OutstandingOverview>('OutstandingOverview').implement({
    description: 'What is owed to the provider. It is read from counters, so it takes no time.',
    fields: (t) => ({
      ages: t.expose('ages', {
        type: [age],
        description: 'By currency and age; a currency without any is not listed.',
        extensions: atMost(CURRENCIES.length * AGES.length),
      }),
      claims: t.expose('claims', {
        type: [claims],
        description: 'By currency; a currency without any is not listed.',
        extensions: atMost(CURRENCIES.length),
      }),
    }),
  });
}

function defineTotal(builder: Builder) {
  return builder.objectRef<SettlementTotal>('InstantSettlementTotal').implement({
    description: 'The settlements of one status and currency: how many there are, and their money.',
    fields: (t) => ({
      status: t.expose('status', {
        type: InstantSettlementStatusEnum,
        description: 'An offer that has lapsed counts as denied.',
      }),
      currency: t.exposeString('currency'),
      count: t.exposeInt('count', { description: 'Of all partners.' }),
      amount: t.string({
        description:
          'The sum of the amounts asked for, in the minor unit of the currency, as an exact decimal text.',
        resolve: ({ amount }) => String(amount),
      }),
    }),
  });
}

function defineAge(builder: Builder) {
  return builder.objectRef<WaitingOfAge>('WaitingSettlementsOfAge').implement({
    description: 'Settlements of one status in one range of waiting times.',
    fields: (t) => ({
      status: t.expose('status', {
        type: InstantSettlementStatusEnum,
        description: 'SUBMITTED or ACCEPTED.',
      }),
      hoursMax: t.exposeInt('hours_max', {
        nullable: true,
        description: 'The longest wait of the group; null for the last group, which has no upper bound.',
      }),
      count: t.exposeInt('count', { description: 'Zero if none has.' }),
    }),
  });
}

function defineDay(builder: Builder) {
  return builder.objectRef<DecisionsOfDay>('DecisionsOfDay').implement({
    description: 'What was decided on one day, for all partners.',
    fields: (t) => ({
      date: t.expose('date', { type: 'LocalDate', description: 'UTC.' }),
      approved: t.exposeInt('approved', { description: 'How many requests were approved.' }),
      denied: t.exposeInt('denied', { description: 'How many requests were denied by underwriting.' }),
    }),
  });
}
