import { inLastDays } from './customer-past.rules.ts';
import type { AnyFact } from './fact-row.ts';

/** The days that count for what happened before. */
const DAYS_BACK = 90;

/** The facts of the customer's other settlements. */
export const BEFORE_FACTS = {
  outstanding: {
    type: 'amounts',
    means: 'What the customer owes of sent money, by currency: principal, fee and refunds to be paid back.',
    source: 'settlements',
    absent: null,
    of: ({ standing }) => standing.outstanding,
  },
  committed: {
    type: 'amounts',
    means: 'Amount and fee of offers that are open or accepted, by currency, without this request.',
    source: 'settlements',
    absent: null,
    of: ({ standing }) => standing.committed,
  },
  claims: {
    type: 'amounts',
    means: 'What was written off and has not come back, by currency.',
    source: 'settlements',
    absent: null,
    of: ({ standing }) => standing.claims,
  },
  overdue: {
    type: 'amounts',
    means: 'The part of `outstanding` whose last day for the payment has passed, by currency.',
    source: 'settlements',
    absent: null,
    of: ({ standing }) => standing.overdue,
  },
  denials_90_days: {
    type: 'int',
    means: 'How many requests of the customer underwriting denied in the last 90 days.',
    source: 'settlements',
    absent: null,
    of: ({ past, today }) => inLastDays(past.denied, today, DAYS_BACK),
  },
  repaid_count: {
    type: 'int',
    means: 'How many settlements of the customer are paid back.',
    source: 'settlements',
    absent: null,
    of: ({ past }) => past.repaid,
  },
  worst_days_past_due: {
    type: 'int',
    means: 'The most days by which a payment of the customer came after its last day, or is late today.',
    source: 'repayments',
    absent: null,
    of: ({ past, standing }) => Math.max(past.late, standing.daysPastDue),
  },
  returned_repayments_90_days: {
    type: 'int',
    means: 'How many repayments of the customer the bank took back in the last 90 days.',
    source: 'repayments',
    absent: null,
    of: ({ past, today }) => inLastDays(past.returned, today, DAYS_BACK),
  },
  extensions: {
    type: 'int',
    means: 'How often a due day of the customer was moved.',
    source: 'settlements',
    absent: null,
    of: ({ past }) => past.extensions,
  },
} as const satisfies Readonly<Record<string, AnyFact>>;
