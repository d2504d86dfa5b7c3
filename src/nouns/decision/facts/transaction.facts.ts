import type { AnyFact } from './fact-row.ts';

const NO_LIST = 'unless `transactions` has a `transaction_list` as in the interface, in one currency';

/** The facts of the transactions that the partner sent. Their contents are never kept. */
export const TRANSACTION_FACTS = {
  'tx.count': {
    type: 'int',
    means: 'How many transactions were sent.',
    source: 'transactions',
    absent: NO_LIST,
    of: ({ transactions: { list } }) => list?.count ?? null,
  },
  'tx.total': {
    type: 'int',
    means: 'The sum of the transactions in the minor unit of their currency.',
    source: 'transactions',
    absent: NO_LIST,
    of: ({ transactions: { list } }) => list?.total ?? null,
  },
  'tx.first_day': {
    type: 'string',
    means: 'The day of the first transaction.',
    source: 'transactions',
    absent: NO_LIST,
    of: ({ transactions: { list } }) => list?.firstDay ?? null,
  },
  'tx.last_day': {
    type: 'string',
    means: 'The day of the last transaction.',
    source: 'transactions',
    absent: NO_LIST,
    of: ({ transactions: { list } }) => list?.lastDay ?? null,
  },
  'tx.advance_ratio': {
    type: 'double',
    means: 'The requested amount divided by the sum of the transactions.',
    source: 'transactions',
    absent: `${NO_LIST} that is the one of the request, and a sum above 0`,
    of: ({ request, transactions: { list } }) =>
      list === null || list.currency !== request.currency || list.total <= 0
        ? null
        : request.amount / list.total,
  },
  transactions: {
    type: 'names',
    means: 'The names at the top level of `transactions`. A rule can only ask `has(transactions.name)`.',
    source: 'transactions',
    absent: 'if more than 50 names are words of at most 40 characters',
    of: ({ transactions }) => transactions.names,
  },
} as const satisfies Readonly<Record<string, AnyFact>>;
