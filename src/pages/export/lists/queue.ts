import { z } from 'zod';
import { plainAmount } from '../../console-kit/format.ts';
import {
  LapsingDocument,
  OldExcessDocument,
  OverdueDocument,
  type OwedSettlementFragment,
  type QueueSettlementFragment,
  ReportedDocument,
  type ReportedRowFragment,
  ToDisburseDocument,
  ToReviewDocument,
  type WaitingSettlementFilter,
  WarnedDocument,
  type WarnedQuery,
} from '../../console-kit/generated/graphql.ts';
import { type Columns, documentExport, listExport } from './list.ts';
import { asInQuery } from './filters.ts';

/** The company and the partner of a settlement. */
const COMPANY: Columns<QueueSettlementFragment> = [
  ['company_name', ({ customer }) => customer.companyName],
  ['company_country', ({ customer }) => customer.companyCountry],
  ['partner', ({ partner }) => partner?.name ?? ''],
];

/** Who is responsible for a settlement, and until when the lists hide it. */
const WORK: Columns<QueueSettlementFragment> = [
  ['responsible', ({ assignment }) => assignment?.actorName ?? ''],
  ['snoozed_until', ({ snooze }) => snooze?.until ?? ''],
];

const DUE: Columns<{ readonly dueAt: string | null }> = [['due_at', ({ dueAt }) => dueAt ?? '']];

/** The columns of a waiting settlement, with the moment that its list is sorted by. */
const columns = (at: 'updatedAt' | 'offerExpiresAt'): Columns<QueueSettlementFragment> => [
  ['id', ({ id }) => id],
  ...COMPANY,
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount, currency }) => plainAmount(amount, currency)],
  ['at', (settlement) => settlement[at] ?? settlement.updatedAt],
  ['kyc_changed', ({ kycChanged }) => String(kycChanged)],
  ...DUE,
  ...WORK,
];

const order = z.enum(['URGENT', 'NEWEST', 'LARGEST']).default('URGENT');

const toReview = listExport({
  args: { order },
  filter: asInQuery<WaitingSettlementFilter>(),
  columns: columns('updatedAt'),
  read: async (ask, page, args) => (await ask(ToReviewDocument, { ...page, ...args })).workList.page,
});

const toDisburse = listExport({
  args: { order },
  filter: asInQuery<WaitingSettlementFilter>(),
  columns: columns('updatedAt'),
  read: async (ask, page, args) => (await ask(ToDisburseDocument, { ...page, ...args })).workList.page,
});

/** An amount of what is owed; empty if the money was not sent. */
const owed =
  (name: 'outstanding' | 'excess') =>
  ({ servicing, currency }: OwedSettlementFragment): string =>
    servicing === null ? '' : plainAmount(servicing[name], currency);

const OWED: Columns<OwedSettlementFragment> = [
  ['funding_id', ({ id }) => id],
  ...COMPANY,
  ['currency', ({ currency }) => currency],
  ['outstanding', owed('outstanding')],
  ['excess', owed('excess')],
  ['pay_by', ({ servicing }) => servicing?.payBy ?? ''],
  ['days_past_due', ({ servicing }) => String(servicing?.daysPastDue ?? '')],
  ...DUE,
  ...WORK,
];

/** Columns of the settlement of a report. */
const ofSettlement = (own: Columns<QueueSettlementFragment>): Columns<ReportedRowFragment> =>
  own.map(([name, text]) => [name, ({ settlement }) => text(settlement)] as const);

const REPORTED: Columns<ReportedRowFragment> = [
  ['repayment_id', ({ id }) => id],
  ['funding_id', ({ settlement }) => settlement.id],
  ...ofSettlement(COMPANY),
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount, currency }) => plainAmount(amount, currency)],
  ['received_on', ({ receivedOn }) => receivedOn],
  ['source', ({ source }) => source],
  ['reference', ({ reference }) => reference ?? ''],
  ['reported_at', ({ createdAt }) => createdAt],
  ['long_unanswered', ({ longUnanswered }) => String(longUnanswered)],
  ...DUE,
  ...ofSettlement(WORK),
];

type Warned = WarnedQuery['workList']['page']['nodes'][number];

const WARNED: Columns<Warned> = [
  ['id', ({ id }) => id],
  ['company_name', ({ companyName }) => companyName],
  ['company_country', ({ companyCountry }) => companyCountry],
  ['partner', ({ partner }) => partner?.name ?? ''],
  ['kyc_status', ({ kyc }) => kyc?.status ?? ''],
  ['at', ({ kyc, createdAt }) => kyc?.updatedAt ?? createdAt],
  ...DUE,
  ['snoozed_until', ({ snooze }) => snooze?.until ?? ''],
];

export const QUEUE_EXPORTS = {
  'queue-review': toReview,
  'queue-disburse': toDisburse,
  'queue-lapsing': documentExport(
    columns('offerExpiresAt'),
    LapsingDocument,
    ({ workList }) => workList.page,
  ),
  'queue-warnings': documentExport(WARNED, WarnedDocument, ({ workList }) => workList.page),
  'queue-overdue': documentExport(OWED, OverdueDocument, ({ workList }) => workList.page),
  'queue-reported': documentExport(REPORTED, ReportedDocument, ({ workList }) => workList.page),
  'queue-excess': documentExport(OWED, OldExcessDocument, ({ workList }) => workList.page),
} as const;
