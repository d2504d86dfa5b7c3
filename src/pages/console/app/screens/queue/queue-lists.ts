import { run } from '../../../../console-kit/api.ts';
import {
  LapsingDocument,
  OldExcessDocument,
  OverdueDocument,
  ReportedDocument,
  ToDisburseDocument,
  ToReviewDocument,
  WarnedDocument,
} from '../../../../console-kit/generated/graphql.ts';
import type { PageHere } from '../../../../console-kit/list/page-here.ts';
import { type QueueFilter, variablesOf } from './queue-filter.ts';
import { owedRow, reportedRow, settlementRow, warnedRow } from './queue-row.ts';

/** How each list is narrowed and sorted. */
const WAITING = { filter: 'WaitingSettlementFilter', isSorted: true } as const;
const LAPSING = { filter: 'LapsingOfferFilter' } as const;
const WARNED = { filter: 'WarnedCustomerFilter' } as const;
const OVERDUE = { filter: 'OverdueSettlementFilter' } as const;
const REPORTED = { filter: 'ReportedRepaymentFilter' } as const;
const EXCESS = { filter: 'ServicedSettlementFilter' } as const;

/** The lists of the work list, each with its texts and its query. */
export const LISTS = {
  review: {
    title: 'To review',
    about: 'Requests that wait for a decision, the longest waiting first.',
    nothing: 'Nothing waits for a review.',
    narrowing: WAITING,
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
    narrowing: WAITING,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(ToDisburseDocument, variablesOf(filter, WAITING, page))).workList;
      return { ...found, nodes: found.nodes.map(settlementRow('updatedAt')) };
    },
  },
  lapsing: {
    title: 'Lapsing offers',
    about: 'Offers that the partner has not answered, the soonest to lapse first.',
    nothing: 'No offer waits for an answer.',
    narrowing: LAPSING,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(LapsingDocument, variablesOf(filter, LAPSING, page))).workList;
      return { ...found, nodes: found.nodes.map(settlementRow('offerExpiresAt')) };
    },
  },
  warnings: {
    title: 'KYC warnings',
    about: 'Customers whose KYC or files should be looked at. A warning refuses nothing.',
    nothing: 'No KYC record has a warning.',
    narrowing: WARNED,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(WarnedDocument, variablesOf(filter, WARNED, page))).workList;
      return { ...found, nodes: found.nodes.map(warnedRow) };
    },
  },
  overdue: {
    title: 'Overdue',
    about: 'Settlements whose last day for the payment has passed, the longest overdue first.',
    nothing: 'Nothing is overdue.',
    narrowing: OVERDUE,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(OverdueDocument, variablesOf(filter, OVERDUE, page))).workList;
      return { ...found, nodes: found.nodes.map(owedRow) };
    },
  },
  reported: {
    title: 'Reported',
    about: 'Repayments that a partner reported and that wait for an answer, the oldest report first.',
    nothing: 'No report waits for an answer.',
    narrowing: REPORTED,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(ReportedDocument, variablesOf(filter, REPORTED, page))).workList;
      return { ...found, nodes: found.nodes.map(reportedRow) };
    },
  },
  excess: {
    title: 'Old excess',
    about: 'Money that was paid too much and held for more than 30 days, the oldest first. Pay it back.',
    nothing: 'No excess was held for so long.',
    narrowing: EXCESS,
    async load(filter: QueueFilter, page: PageHere) {
      const { page: found } = (await run(OldExcessDocument, variablesOf(filter, EXCESS, page))).workList;
      return { ...found, nodes: found.nodes.map(owedRow) };
    },
  },
} as const;

export type ListName = keyof typeof LISTS;

export const isList = (name: string): name is ListName => Object.hasOwn(LISTS, name);
export const LIST_NAMES = Object.keys(LISTS).filter(isList);
