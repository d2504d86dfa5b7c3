import { run } from '../../../../console-kit/api.ts';
import {
  LapsingDocument,
  type QueueSettlementFragment,
  ToDisburseDocument,
  ToReviewDocument,
  WarnedDocument,
  type WarnedQuery,
} from '../../../../console-kit/generated/graphql.ts';
import type { PageHere } from '../../../../console-kit/list/page-here.ts';

interface QueueFilter {
  readonly partner: string;
  readonly currency: string;
}

type Warned = WarnedQuery['workList']['page']['nodes'][number];

/** One row of any of the lists. */
export interface QueueRow {
  readonly id: string;
  readonly address: readonly [screen: string, id: string];
  readonly companyName: string;
  readonly country: string;
  readonly partnerName: string;
  /** The moment that the list is sorted by; for a KYC record with warnings, that of its last change. */
  readonly at: string;
  readonly settlement: QueueSettlementFragment | null;
  readonly warned: Warned | null;
}

/** A filter as the lists take it. */
export const filterOf = ({ partner, currency }: QueueFilter, hasCurrency: boolean) => ({
  ...(partner !== '' && { partnerId: partner }),
  ...(hasCurrency && currency !== '' && { currency }),
});

const variablesOf = (filter: QueueFilter, page: PageHere) => ({ ...page, filter: filterOf(filter, true) });

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
    hasCurrency: true,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(ToReviewDocument, variablesOf(filter, page))).workList;
      return { nodes: found.nodes.map(settlementRow('updatedAt')), pageInfo: found.pageInfo };
    },
  },
  disburse: {
    title: 'To disburse',
    about:
      'Accepted offers whose money was not sent yet. Those whose KYC changed since the approval come first.',
    nothing: 'No money waits to be sent.',
    column: 'Waiting',
    hasCurrency: true,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(ToDisburseDocument, variablesOf(filter, page))).workList;
      return { nodes: found.nodes.map(settlementRow('updatedAt')), pageInfo: found.pageInfo };
    },
  },
  lapsing: {
    title: 'Lapsing offers',
    about: 'Offers that the partner has not answered, the soonest to lapse first.',
    nothing: 'No offer waits for an answer.',
    column: 'Lapses in',
    hasCurrency: true,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(LapsingDocument, variablesOf(filter, page))).workList;
      return { nodes: found.nodes.map(settlementRow('offerExpiresAt')), pageInfo: found.pageInfo };
    },
  },
  warnings: {
    title: 'KYC warnings',
    about: 'Customers whose KYC or files should be looked at. A warning refuses nothing.',
    nothing: 'No KYC record has a warning.',
    column: 'Changed',
    hasCurrency: false,
    async load({ partner }: QueueFilter, page: PageHere) {
      const variables = variablesOf({ partner, currency: '' }, page);
      const { page: found } = (await run(WarnedDocument, variables)).workList;
      return { nodes: found.nodes.map(warnedRow), pageInfo: found.pageInfo };
    },
  },
} as const;

export type ListName = keyof typeof LISTS;

export const isList = (name: string): name is ListName => Object.hasOwn(LISTS, name);
export const LIST_NAMES = Object.keys(LISTS).filter(isList);
