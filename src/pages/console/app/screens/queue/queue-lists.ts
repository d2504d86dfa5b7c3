import { run } from '../../../../console-kit/api.ts';
import {
  LapsingDocument,
  type ListPageFragment,
  OldExcessDocument,
  OverdueDocument,
  ReportedDocument,
  ToDisburseDocument,
  ToReviewDocument,
  type TypedDocumentString,
  WarnedDocument,
} from '../../../../console-kit/generated/graphql.ts';
import type { PageHere } from '../../../../console-kit/list/page-here.ts';
import { type Narrowing, type QueueFilter, variablesOf } from './queue-filter.ts';
import { owedRow, type QueueRow, reportedRow, settlementRow, warnedRow } from './queue-row.ts';

/** How each list is narrowed and sorted. */
const WAITING = { filter: 'WaitingSettlementFilter', isSorted: true } as const;
const LAPSING = { filter: 'LapsingOfferFilter' } as const;
const WARNED = { filter: 'WarnedCustomerFilter' } as const;
const OVERDUE = { filter: 'OverdueSettlementFilter' } as const;
const REPORTED = { filter: 'ReportedRepaymentFilter' } as const;
const EXCESS = { filter: 'ServicedSettlementFilter' } as const;

interface Found<Node> {
  readonly workList: {
    readonly page: {
      readonly nodes: readonly Node[];
      readonly pageInfo: ListPageFragment;
      readonly totalCount?: number;
    };
  };
}

/** How a list is narrowed, and its query with the row that each of its nodes makes. */
const loadedBy = <Node>(
  narrowing: Narrowing,
  document: TypedDocumentString<Found<Node>, ReturnType<typeof variablesOf>>,
  rowOf: (node: Node) => QueueRow,
) => ({
  narrowing,
  async load(filter: QueueFilter, page: PageHere) {
    const { page: found } = (await run(document, variablesOf(filter, narrowing, page))).workList;
    return { ...found, nodes: found.nodes.map(rowOf) };
  },
});

/** The lists of the work list, each with its texts and its query. */
export const LISTS = {
  review: {
    title: 'To review',
    about: 'Requests that wait for a decision, the longest waiting first.',
    nothing: 'Nothing waits for a review.',
    ...loadedBy(WAITING, ToReviewDocument, settlementRow('updatedAt')),
  },
  disburse: {
    title: 'To disburse',
    about:
      'Accepted offers whose money was not sent yet. Those whose KYC changed since the approval come first.',
    nothing: 'No money waits to be sent.',
    ...loadedBy(WAITING, ToDisburseDocument, settlementRow('updatedAt')),
  },
  lapsing: {
    title: 'Lapsing offers',
    about: 'Offers that the partner has not answered, the soonest to lapse first.',
    nothing: 'No offer waits for an answer.',
    ...loadedBy(LAPSING, LapsingDocument, settlementRow('offerExpiresAt')),
  },
  warnings: {
    title: 'KYC warnings',
    about: 'Customers whose KYC or files should be looked at. A warning refuses nothing.',
    nothing: 'No KYC record has a warning.',
    ...loadedBy(WARNED, WarnedDocument, warnedRow),
  },
  overdue: {
    title: 'Overdue',
    about: 'Settlements whose last day for the payment has passed, the longest overdue first.',
    nothing: 'Nothing is overdue.',
    ...loadedBy(OVERDUE, OverdueDocument, owedRow),
  },
  reported: {
    title: 'Reported',
    about: 'Repayments that a partner reported and that wait for an answer, the oldest report first.',
    nothing: 'No report waits for an answer.',
    ...loadedBy(REPORTED, ReportedDocument, reportedRow),
  },
  excess: {
    title: 'Old excess',
    about: 'Money that was paid too much and held for more than 30 days, the oldest first. Pay it back.',
    nothing: 'No excess was held for so long.',
    ...loadedBy(EXCESS, OldExcessDocument, owedRow),
  },
} as const;

export type ListName = keyof typeof LISTS;

export const isList = (name: string): name is ListName => Object.hasOwn(LISTS, name);
export const LIST_NAMES = Object.keys(LISTS).filter(isList);
