import type {
  OwedSettlementFragment,
  QueueSettlementFragment,
  ReportedRowFragment,
  SnoozedFragment,
  WarnedQuery,
} from '../../../../console-kit/generated/graphql.ts';

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
  /** When it should be done, if its queue has a due time. */
  readonly dueAt: string | null;
  readonly snooze: SnoozedFragment | null;
  readonly settlement: QueueSettlementFragment | null;
  /** What is owed, in the lists of money that was sent. */
  readonly owed: OwedSettlementFragment['servicing'];
  readonly reported: ReportedRowFragment | null;
  readonly warned: Warned | null;
}

export const settlementRow =
  (at: 'updatedAt' | 'offerExpiresAt') =>
  (settlement: QueueSettlementFragment): QueueRow => ({
    id: settlement.id,
    address: ['case', settlement.id],
    companyName: settlement.customer.companyName,
    country: settlement.customer.companyCountry,
    partnerName: settlement.partner?.name ?? '',
    at: settlement[at] ?? settlement.updatedAt,
    dueAt: settlement.dueAt,
    snooze: settlement.snooze,
    settlement,
    owed: null,
    reported: null,
    warned: null,
  });

export const owedRow = (settlement: OwedSettlementFragment): QueueRow => ({
  ...settlementRow('updatedAt')(settlement),
  owed: settlement.servicing,
});

/** A report is confirmed or declined on the page of its case. */
export const reportedRow = (reported: ReportedRowFragment): QueueRow => ({
  ...settlementRow('updatedAt')(reported.settlement),
  id: reported.id,
  at: reported.createdAt,
  dueAt: reported.dueAt,
  reported,
});

export const warnedRow = (customer: Warned): QueueRow => ({
  id: customer.id,
  address: ['customer', customer.id],
  companyName: customer.companyName,
  country: customer.companyCountry,
  partnerName: customer.partner?.name ?? '',
  at: customer.kyc?.updatedAt ?? customer.createdAt,
  dueAt: customer.dueAt,
  snooze: customer.snooze,
  settlement: null,
  owed: null,
  reported: null,
  warned: customer,
});
