import { plainAmount } from '../../console-kit/format.ts';
import { type RepaymentLineFragment, RepaymentsDocument } from '../../console-kit/generated/graphql.ts';
import { type Columns, documentExport } from './list.ts';

/** A part of what a repayment paid. */
const allocated =
  (part: 'principal' | 'fee' | 'excess' | 'recovery') =>
  (row: RepaymentLineFragment): string =>
    plainAmount(row.allocated[part], row.currency);

const REPAYMENT: Columns<RepaymentLineFragment> = [
  ['repayment_id', ({ id }) => id],
  ['funding_id', ({ settlement }) => settlement.id],
  ['customer_id', ({ settlement }) => settlement.customer.id],
  ['company_name', ({ settlement }) => settlement.customer.companyName],
  ['partner', ({ settlement }) => settlement.partner?.name ?? ''],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount, currency }) => plainAmount(amount, currency)],
  ['received_on', ({ receivedOn }) => receivedOn],
  ['source', ({ source }) => source],
  ['reference', ({ reference }) => reference ?? ''],
  ['status', ({ status }) => status],
  ['principal', allocated('principal')],
  ['fee', allocated('fee')],
  ['excess', allocated('excess')],
  ['recovery', allocated('recovery')],
  ['reversed_on', ({ reversal }) => reversal?.reversedOn ?? ''],
  ['reversal_kind', ({ reversal }) => reversal?.kind ?? ''],
  ['reason', ({ reversal, declineReason }) => reversal?.reason ?? declineReason ?? ''],
  ['created_at', ({ createdAt }) => createdAt],
  ['updated_at', ({ updatedAt }) => updatedAt],
];

export const REPAYMENT_EXPORTS = {
  repayments: documentExport(REPAYMENT, RepaymentsDocument, ({ repayments }) => repayments),
} as const;
