import { plainAmount } from '../../console-kit/format.ts';
import {
  JournalDocument,
  type JournalLineFragment,
  type JournalQuery,
  PartnerStatementDocument,
  SettlementStatementDocument,
  type StatementPageFragment,
} from '../../console-kit/generated/graphql.ts';
import { noFilter, searched } from './filters.ts';
import { type Columns, type Connection, documentExport, listExport } from './list.ts';

type Leg = JournalLineFragment['legs'][number];
interface JournalRow extends Leg {
  readonly entry: JournalLineFragment;
}

/** One line for each leg of an entry, a debit or a credit, because programs for bookkeeping read it so. */
const JOURNAL: Columns<JournalRow> = [
  ['entry_id', ({ entry }) => entry.entryId],
  ['kind', ({ entry }) => entry.kind],
  ['posted_on', ({ entry }) => entry.postedOn],
  ['effective_on', ({ entry }) => entry.effectiveOn],
  ['recorded_at', ({ entry }) => entry.recordedAt],
  ['partner_id', ({ entry }) => entry.partnerId],
  ['customer_id', ({ entry }) => entry.customerId],
  ['funding_id', ({ entry }) => entry.fundingId],
  ['repayment_id', ({ entry }) => entry.repaymentId ?? ''],
  ['currency', ({ entry }) => entry.currency],
  ['account', ({ account }) => account],
  ['debit', ({ amount, entry }) => (amount > 0 ? plainAmount(amount, entry.currency) : '')],
  ['credit', ({ amount, entry }) => (amount < 0 ? plainAmount(-amount, entry.currency) : '')],
  ['mirrors', ({ entry }) => entry.mirrors ?? ''],
  ['reason', ({ entry }) => entry.reason ?? ''],
];

const legsOf = ({ journal: { nodes, pageInfo } }: JournalQuery): Connection<JournalRow> => ({
  nodes: nodes.flatMap((entry) => entry.legs.map((leg) => ({ ...leg, entry }))),
  pageInfo,
});

interface StatementRow {
  readonly kind: string;
  readonly currency: string;
  readonly line: StatementPageFragment['items'][number] | null;
  /** In minor units; a sum over settlements may be too large for an exact number. */
  readonly balance: bigint;
}

const STATEMENT: Columns<StatementRow> = [
  ['entry_id', ({ line }) => line?.entryId ?? ''],
  ['kind', ({ kind }) => kind],
  ['posted_on', ({ line }) => line?.postedOn ?? ''],
  ['effective_on', ({ line }) => line?.effectiveOn ?? ''],
  ['recorded_at', ({ line }) => line?.recordedAt ?? ''],
  ['funding_id', ({ line }) => line?.fundingId ?? ''],
  ['repayment_id', ({ line }) => line?.repaymentId ?? ''],
  ['currency', ({ currency }) => currency],
  ['amount', ({ line, currency }) => (line === null ? '' : plainAmount(line.amount, currency))],
  ['balance', ({ balance, currency }) => plainAmount(balance, currency)],
  ['source', ({ line }) => line?.repayment?.source ?? ''],
  ['reference', ({ line }) => line?.repayment?.reference ?? ''],
];

/** A page of a statement: its lines between the two balances. */
function linesOf(
  { currency, items, nextCursor, hasMore, openingBalance, closingBalance }: StatementPageFragment,
  after: string | null,
): Connection<StatementRow> {
  const lines = items.map((line) => ({ kind: line.kind, currency, line, balance: BigInt(line.balance) }));
  const sum = (kind: string, balance: string) => ({ kind, currency, line: null, balance: BigInt(balance) });
  return {
    nodes: [
      ...(after === null ? [sum('OPENING_BALANCE', openingBalance)] : []),
      ...lines,
      ...(hasMore ? [] : [sum('CLOSING_BALANCE', closingBalance)]),
    ],
    pageInfo: { hasNextPage: hasMore, endCursor: nextCursor },
  };
}

/** The part of a statement that is saved. */
const PART = { from: searched.optional(), until: searched.optional(), knownAt: searched.optional() };

const statement = listExport({
  args: { id: searched, ...PART },
  filter: noFilter,
  columns: STATEMENT,
  read: async (ask, { first, after }, args) => {
    const found = (await ask(SettlementStatementDocument, { ...orNull(args), id: args.id, first, after }))
      .instantSettlement;
    return found && linesOf(found.statement, after);
  },
});

const partnerStatement = listExport({
  args: { partnerId: searched, currency: searched, ...PART },
  filter: noFilter,
  columns: STATEMENT,
  read: async (ask, { first, after }, { partnerId, currency, ...part }) => {
    const variables = { ...orNull(part), partnerId, currency, first, after };
    return linesOf((await ask(PartnerStatementDocument, variables)).statement, after);
  },
});

interface Part {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly knownAt?: string | undefined;
}

/** GraphQL takes null for what is absent. */
const orNull = ({ from, until, knownAt }: Part) => ({
  from: from ?? null,
  until: until ?? null,
  knownAt: knownAt ?? null,
});

export const BOOK_EXPORTS = {
  journal: documentExport(JOURNAL, JournalDocument, legsOf),
  statement,
  'partner-statement': partnerStatement,
} as const;
