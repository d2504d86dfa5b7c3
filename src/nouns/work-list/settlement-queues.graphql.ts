import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import type { ConnectionType } from '../../pipeline/graphql-kit/connection.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { queueArgs, queueField, type WorkListType } from './queue-page.graphql.ts';
import {
  countLapsingOffers,
  countSettlementsToDisburse,
  countSettlementsToReview,
  LAPSING_OFFERS,
  listLapsingOffers,
  listSettlementsToDisburse,
  listSettlementsToReview,
  OFFER_FILTERS,
  TO_DISBURSE,
  TO_REVIEW,
} from './settlement-queue.operations.ts';
import { WAITING_FILTERS, WAITING_ORDERS } from './waiting-queue.ts';
import { enumOf } from '../../pipeline/graphql-kit/enum.ts';

const WaitingOrderEnum = enumOf('WaitingOrder', 'The order of settlements that wait.', WAITING_ORDERS);

/** The settlements that wait for an operator's review or payment. */
export function defineWaitingSettlements(
  builder: Builder,
  workList: WorkListType,
  settlements: ConnectionType,
): void {
  const filter = listFilter(builder, {
    name: 'WaitingSettlementFilter',
    of: 'waiting settlements',
    rows: WAITING_FILTERS,
  });
  const ordered = builder.args((t) => ({
    order: t.field({
      type: WaitingOrderEnum,
      description: 'URGENT if absent. A cursor works only with the order that it came from.',
    }),
  }));
  const args = { ...queueArgs(builder, filter), ...ordered };
  builder.objectFields(workList, (t) => ({
    settlementsToReview: t.field({
      type: settlements,
      description: 'Submitted and not yet approved or denied, the longest waiting first.',
      args,
      ...queueField({
        kinds: Object.values(TO_REVIEW),
        list: listSettlementsToReview,
        count: countSettlementsToReview,
        filter,
      }),
    }),
    settlementsToDisburse: t.field({
      type: settlements,
      description:
        'Accepted and not yet disbursed: first those whose KYC changed since the approval (`kycChanged`), and in both groups ' +
        'the longest waiting first.',
      args,
      ...queueField({
        kinds: Object.values(TO_DISBURSE),
        list: listSettlementsToDisburse,
        count: countSettlementsToDisburse,
        filter,
      }),
    }),
  }));
}

/** The offers that wait for the partner. */
export function defineLapsingOffers(
  builder: Builder,
  workList: WorkListType,
  settlements: ConnectionType,
): void {
  const filter = listFilter(builder, { name: 'LapsingOfferFilter', of: 'offers', rows: OFFER_FILTERS });
  builder.objectField(workList, 'lapsingOffers', (t) =>
    t.field({
      type: settlements,
      description: 'Approved and not yet answered by the partner, the soonest to lapse first.',
      args: queueArgs(builder, filter),
      ...queueField({ kinds: [LAPSING_OFFERS], list: listLapsingOffers, count: countLapsingOffers, filter }),
    }),
  );
}
