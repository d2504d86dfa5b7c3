import { z } from 'zod';
import { plainAmount } from '../../console-kit/format.ts';
import {
  LapsingDocument,
  type QueueSettlementFragment,
  ToDisburseDocument,
  ToReviewDocument,
  WarnedDocument,
  type WarnedQuery,
} from '../../console-kit/generated/graphql.ts';
import { type Columns, listExport } from './list.ts';
import { given, ofPartner, searched } from './filters.ts';

/** The columns of a waiting settlement, with the moment that its list is sorted by. */
const columns = (at: 'updatedAt' | 'offerExpiresAt'): Columns<QueueSettlementFragment> => [
  ['id', ({ id }) => id],
  ['company_name', ({ customer }) => customer.companyName],
  ['company_country', ({ customer }) => customer.companyCountry],
  ['partner', ({ partner }) => partner?.name ?? ''],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount, currency }) => plainAmount(amount, currency)],
  ['at', (settlement) => settlement[at] ?? settlement.updatedAt],
  ['kyc_changed', ({ kycChanged }) => String(kycChanged)],
];

const filter = z.strictObject({ ...ofPartner, currency: searched.optional() });

const waiting = filter.extend({
  waitingSince: searched.optional(),
  amountMin: z.number().optional(),
  order: z.enum(['URGENT', 'NEWEST', 'LARGEST']).optional(),
});

const toReview = listExport({
  filter: waiting,
  columns: columns('updatedAt'),
  read: async (ask, { order = 'URGENT', ...chosen }, position) =>
    (await ask(ToReviewDocument, { ...position, filter: given(chosen), order })).workList.page,
});

const toDisburse = listExport({
  filter: waiting,
  columns: columns('updatedAt'),
  read: async (ask, { order = 'URGENT', ...chosen }, position) =>
    (await ask(ToDisburseDocument, { ...position, filter: given(chosen), order })).workList.page,
});

const lapsing = listExport({
  filter,
  columns: columns('offerExpiresAt'),
  read: async (ask, chosen, position) =>
    (await ask(LapsingDocument, { ...position, filter: given(chosen) })).workList.page,
});

type Warned = WarnedQuery['workList']['page']['nodes'][number];

const WARNED: Columns<Warned> = [
  ['id', ({ id }) => id],
  ['company_name', ({ companyName }) => companyName],
  ['company_country', ({ companyCountry }) => companyCountry],
  ['partner', ({ partner }) => partner?.name ?? ''],
  ['kyc_status', ({ kyc }) => kyc?.status ?? ''],
  ['at', ({ kyc, createdAt }) => kyc?.updatedAt ?? createdAt],
];

const warned = listExport({
  filter: z.strictObject(ofPartner),
  columns: WARNED,
  read: async (ask, chosen, position) =>
    (await ask(WarnedDocument, { ...position, filter: given(chosen) })).workList.page,
});

export const QUEUE_EXPORTS = {
  'queue-review': toReview,
  'queue-disburse': toDisburse,
  'queue-lapsing': lapsing,
  'queue-warnings': warned,
} as const;
