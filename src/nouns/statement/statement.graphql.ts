import { z } from 'zod';
import { CURRENCIES } from '../../kernel/currency.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { refusalOfArguments } from '../../pipeline/graphql-kit/argument-refusal.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import {
  atMost,
  byPartner,
  type RawArguments,
  runs,
  type UnfitCall,
} from '../../pipeline/graphql-kit/field-facts.ts';
import { enumValues } from '../../pipeline/graphql-kit/naming.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { ENTRIES, ENTRY_KINDS } from '../ledger/entries.ts';
import { RepaymentObject } from '../repayment/edges/repayment.graphql.ts';
import { listRepaymentsById } from '../repayment/list/repayment-list.operations.ts';
import { repaymentOfId } from '../repayment/list/repayment-pages.graphql.ts';
import { SettlementObject } from '../settlement/edges/settlement-type.graphql.ts';
import { placeOf } from './statement-cursor.ts';
import { SettlementStatementInput } from './statement.input.ts';
import { readSettlementStatement, readStatement } from './statement.operations.ts';
import { StatementLine, StatementView } from './statement.present.ts';
import { enumOfValues } from '../../pipeline/graphql-kit/enum.ts';

const { from, until, known_at: knownAt } = SettlementStatementInput.shape;
const after = z
  .string()
  .refine((text) => placeOf(text) !== null, 'must be a cursor that a statement gave')
  .nullish();
const first = z.int().min(1).max(PAGE_LIMIT_MAX).nullish();
const PART = { from, until, knownAt, first, after };
const partArguments = z.looseObject(PART);
const statementArguments = z.looseObject({ currency: z.enum(CURRENCIES), ...PART });

export const LedgerEntryKindEnum = enumOfValues(
  'LedgerEntryKind',
  'What an entry of the journal records.',
  enumValues(ENTRY_KINDS, (each) => ENTRIES[each].means),
);

/** Statements in GraphQL: of one settlement, and of all of a partner. */
export function defineStatement(builder: Builder): void {
  const statement = defineStatementType(builder);
  const part = definePart(builder);
  defineStatementOfSettlement(builder, { statement, part });
  defineStatementOfPartner(builder, { statement, part });
}

function defineStatementType(builder: Builder) {
  const line = builder.objectRef<StatementLine>('StatementLine').implement({
    description: 'One line of a statement: a change of what is owed. It never changes.',
    extensions: shownBy(StatementLine),
    fields: (t) => ({
      entryId: t.exposeID('entry_id'),
      effectiveOn: t.expose('effective_on', { type: 'LocalDate' }),
      postedOn: t.expose('posted_on', { type: 'LocalDate' }),
      recordedAt: t.expose('recorded_at', { type: 'DateTime' }),
      kind: t.expose('kind', { type: LedgerEntryKindEnum }),
      fundingId: t.exposeID('funding_id'),
      repaymentId: t.exposeID('repayment_id', { nullable: true }),
      repayment: t.field({
        type: RepaymentObject,
        nullable: true,
        description: 'The repayment that changed it, as it is now; null if another event did.',
        extensions: runs(listRepaymentsById),
        resolve: ({ repayment_id }, _args, context) =>
          repayment_id === null ? null : repaymentOfId(context, repayment_id),
      }),
      amount: t.expose('amount', { type: 'SafeInt' }),
      balance: t.expose('balance', { type: 'SafeInt' }),
    }),
  });
  return builder.objectRef<StatementView>('Statement').implement({
    description: 'What was owed, line by line, in the order of the books.',
    extensions: shownBy(StatementView),
    fields: (t) => ({
      currency: t.exposeString('currency'),
      from: t.expose('from', { type: 'LocalDate', nullable: true }),
      until: t.expose('until', { type: 'LocalDate', nullable: true }),
      knownAt: t.expose('known_at', { type: 'DateTime' }),
      final: t.exposeBoolean('final'),
      openingBalance: t.exposeString('opening_balance'),
      closingBalance: t.exposeString('closing_balance'),
      items: t.expose('items', {
        type: [line],
        description: 'The lines of this page.',
        extensions: atMost(PAGE_LIMIT_MAX),
      }),
      nextCursor: t.exposeString('next_cursor', { nullable: true }),
      hasMore: t.exposeBoolean('has_more'),
    }),
  });
}

const definePart = (builder: Builder) =>
  builder.args((t) => ({
    from: t.field({
      type: 'LocalDate',
      description: 'The first day, by `postedOn`; the beginning when absent.',
    }),
    until: t.field({ type: 'LocalDate', description: 'The last day, by `postedOn`; the end when absent.' }),
    knownAt: t.field({
      type: 'DateTime',
      description: 'Only what was recorded until this moment; now when absent.',
    }),
    first: t.int({
      description: `How many lines at most, 1 to ${PAGE_LIMIT_MAX}; ${PAGE_LIMIT_DEFAULT} when absent.`,
    }),
    after: t.string({ description: '`nextCursor` of the previous page.' }),
  }));

interface Types {
  readonly statement: ReturnType<typeof defineStatementType>;
  readonly part: ReturnType<typeof definePart>;
}

function defineStatementOfSettlement(builder: Builder, { statement, part }: Types): void {
  builder.objectField(SettlementObject, 'statement', (t) =>
    t.field({
      type: statement,
      description: 'Every change of what is owed for it.',
      args: part,
      validate: { schema: partArguments },
      extensions: runs(readSettlementStatement),
      resolve: ({ funding_id }, args, context) =>
        runQuery(context, readSettlementStatement, {
          ids: { funding_id, customer_id: null },
          input: partOf(args),
        }),
    }),
  );
}

function defineStatementOfPartner(builder: Builder, { statement, part }: Types): void {
  builder.queryField('statement', (t) =>
    t.field({
      type: statement,
      description: 'Every change of what is owed for all settlements of a partner in one currency.',
      args: {
        currency: t.arg.string({ required: true, description: 'ISO 4217, such as HKD.' }),
        ...part,
        partnerId: t.arg.id({ description: 'Only lines of this partner. For operators only.' }),
      },
      validate: { schema: statementArguments },
      extensions: {
        ...runs(readStatement),
        ...byPartner(),
        refusalOf: async ({ args }: UnfitCall) => {
          const { error } = statementArguments.safeParse(args);
          return error === undefined ? null : refusalOfArguments(error, args);
        },
      },
      resolve: (_root, { partnerId, currency, ...args }, context) =>
        runQuery(context, readStatement, {
          ids: { owner_id: partnerId ?? null },
          input: { ...partOf(args), currency },
        }),
    }),
  );
}

/** The arguments that select a part, as input of the operation. */
const partOf = (args: RawArguments) => ({
  from: args['from'],
  until: args['until'],
  known_at: args['knownAt'],
  limit: args['first'] ?? PAGE_LIMIT_DEFAULT,
  after: args['after'],
});
