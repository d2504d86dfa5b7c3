import type { Kysely } from 'kysely';
import type { Tables } from '../../../engine/sql/tables.ts';
import { type InterfaceBodies, onlyMembers } from '../../../pipeline/rest-kit/interface-bodies.ts';
import { AFTER_REOPENING } from '../list/reopened.ts';
import { eventTypeOf } from '../settlement-events.rules.ts';
import type { InstantSettlementSummary, InstantSettlementView } from '../settlement.present.ts';

const SUMMARY = [
  'funding_id',
  'customer_id',
  'currency',
  'amount',
  'account_chargeback_rate',
  'account_refund_rate',
  'settlement_period',
  'interest_rate',
  'status',
  'created_at',
  'updated_at',
] as const;

const onlySummary = onlyMembers<InstantSettlementSummary>(SUMMARY);
const onlyWhole = onlyMembers<InstantSettlementView>([...SUMMARY, 'transactions']);

/** The list rows of the first interface. */
export const summariesOfInterface: InterfaceBodies<InstantSettlementSummary> = async (views, db) =>
  (await withFirstEnd(views, db)).map(onlySummary);

/** The rows of the first interface about one settlement. */
export const settlementsOfInterface: InterfaceBodies<InstantSettlementView> = async (views, db) =>
  (await withFirstEnd(views, db)).map(onlyWhole);

/**
 * In the first interface `repaid` is final, so a settlement keeps this status after a reopening. The trail shows whether
 * it was reopened.
 */
async function withFirstEnd<View extends InstantSettlementSummary>(
  views: readonly View[],
  db: Kysely<Tables>,
): Promise<readonly View[]> {
  const changeable = views.filter(({ status }) => AFTER_REOPENING.includes(status));
  if (changeable.length === 0) return views;
  const rows = await db
    .selectFrom('event')
    .select('subject')
    .distinct()
    .where(
      'subject',
      'in',
      changeable.map(({ funding_id }) => `funding/${funding_id}`),
    )
    .where('type', '=', eventTypeOf('repay'))
    .execute();
  const repaid = new Set(rows.map(({ subject }) => subject));
  return views.map((view) =>
    repaid.has(`funding/${view.funding_id}`) ? { ...view, status: 'repaid' as const } : view,
  );
}
