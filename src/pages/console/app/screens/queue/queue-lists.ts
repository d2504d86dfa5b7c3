import { run } from '../../../../console-kit/api.ts';
import {
  LapsingDocument,
  type QueueSettlementFragment,
  ToDisburseDocument,
  ToReviewDocument,
  WarnedDocument,
  type WaitingOrder,
  type WarnedQuery,
} from '../../../../console-kit/generated/graphql.ts';
import { nowMs } from '../../../../console-kit/clock.ts';
import { minorAmount } from '../../../../console-kit/format.ts';
import type { PageHere } from '../../../../console-kit/list/page-here.ts';
import { place } from '../../../../console-kit/route.ts';

/** The parameters of the address that narrow and sort a list. */
const WAITING = ['partner', 'currency', 'age', 'min', 'order'] as const;
type FilterName = (typeof WAITING)[number];
export type QueueFilter = Readonly<Record<FilterName, string>>;

/** The hours of the ages that a list is narrowed to. */
export const AGES = {
  '4': 'for 4 hours',
  '24': 'for a day',
  '72': 'for 3 days',
  '168': 'for 7 days',
} as const;
const HOUR_MS = 3_600_000;

export const ORDERS = {
  '': 'most urgent first',
  NEWEST: 'newest first',
  LARGEST: 'largest amount first',
} as const;

/** The filter in the address of a queue, or of a case that was opened from one. */
export function queueFilterHere(): QueueFilter {
  const at = (name: FilterName) => place.value.query.get(name) ?? '';
  return {
    partner: at('partner'),
    currency: at('currency'),
    age: at('age'),
    min: at('min'),
    order: at('order'),
  };
}

type Warned = WarnedQuery['workList']['page']['nodes'][number];

/** One row of any of the lists. */
export interface QueueRow {
  readonly id: string;
  readonly address: readonly [screen: string, id: string];
  readonly companyName: string;
  readonly country: string;
  readonly partnerName: string;
  /** The time by which the list is sorted; for a KYC record with warnings, the time of its last change. */
  readonly at: string;
  readonly settlement: QueueSettlementFragment | null;
  readonly warned: Warned | null;
}

/** What a list is asked for. Without a currency no amounts are compared. */
export function askedOf({ partner, currency, age, min, order }: QueueFilter, names: readonly FilterName[]) {
  const has = (name: FilterName, value: string) => names.includes(name) && value !== '';
  const hasCurrency = has('currency', currency);
  const amountMin = hasCurrency && has('min', min) ? minorAmount(min, currency) : null;
  const waitingSince = new Date(nowMs() - Number(age) * HOUR_MS);
  const chosen: WaitingOrder | null =
    order === 'NEWEST' || (order === 'LARGEST' && hasCurrency) ? order : null;
  return {
    filter: {
      ...(partner !== '' && { partnerId: partner }),
      ...(hasCurrency && { currency }),
      ...(has('age', age) && Object.hasOwn(AGES, age) && { waitingSince: waitingSince.toISOString() }),
      ...(amountMin !== null && { amountMin }),
    },
    ...(has('order', order) && chosen !== null && { order: chosen }),
  };
}

const variablesOf = (filter: QueueFilter, names: readonly FilterName[], page: PageHere) => ({
  ...page,
  ...askedOf(filter, names),
  counted: true,
});

const OFFERS = ['partner', 'currency'] as const;
const WARNED = ['partner'] as const;

const settlementRow =
  (at: 'updatedAt' | 'offerExpiresAt') =>
  (settlement: QueueSettlementFragment): QueueRow => ({
    id: settlement.id,
    address: ['case', settlement.id],
    companyName: settlement.customer.companyName,
    country: settlement.customer.companyCountry,
    partnerName: settlement.partner?.name ?? '',
    at: settlement[at] ?? settlement.updatedAt,
    settlement,
    warned: null,
  });

const warnedRow = (customer: Warned): QueueRow => ({
  id: customer.id,
  address: ['customer', customer.id],
  companyName: customer.companyName,
  country: customer.companyCountry,
  partnerName: customer.partner?.name ?? '',
  at: customer.kyc?.updatedAt ?? customer.createdAt,
  settlement: null,
  warned: customer,
});

/** The four lists of the work list, each with its texts and its query. */
export const LISTS = {
  review: {
    title: 'To review',
    about: 'Requests that wait for a decision, the longest waiting first.',
    nothing: 'Nothing waits for a review.',
    column: 'Waiting',
    filters: WAITING,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(ToReviewDocument, variablesOf(filter, WAITING, page))).workList;
      return { ...found, nodes: found.nodes.map(settlementRow('updatedAt')) };
    },
  },
  disburse: {
    title: 'To disburse',
    about:
      'Accepted offers whose money was not sent yet. Those whose KYC changed since the approval come first.',
    nothing: 'No money waits to be sent.',
    column: 'Waiting',
    filters: WAITING,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(ToDisburseDocument, variablesOf(filter, WAITING, page))).workList;
      return { ...found, nodes: found.nodes.map(settlementRow('updatedAt')) };
    },
  },
  lapsing: {
    title: 'Lapsing offers',
    about: 'Offers that the partner has not answered, the soonest to lapse first.',
    nothing: 'No offer waits for an answer.',
    column: 'Lapses in',
    filters: OFFERS,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(LapsingDocument, variablesOf(filter, OFFERS, page))).workList;
      return { ...found, nodes: found.nodes.map(settlementRow('offerExpiresAt')) };
    },
  },
  warnings: {
    title: 'KYC warnings',
    about: 'Customers whose KYC or files should be looked at. A warning refuses nothing.',
    nothing: 'No KYC record has a warning.',
    column: 'Changed',
    filters: WARNED,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(WarnedDocument, variablesOf(filter, WARNED, page))).workList;
      return { ...found, nodes: found.nodes.map(warnedRow) };
    },
  },
} as const;

export type ListName = keyof typeof LISTS;

export const isList = (name: string): name is ListName => Object.hasOwn(LISTS, name);
export const LIST_NAMES = Object.keys(LISTS).filter(isList);
