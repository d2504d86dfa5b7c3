import type { CommandContext } from '../../../pipeline/operation.ts';
import { repaymentStatusOf } from '../../repayment/repayment.present.ts';
import { repaymentCounts } from '../../repayment/write-repayment.ts';
import { servicingCounts } from '../../settlement/servicing/servicing-counts.ts';
import { countsOf } from '../../settlement/settlement.rules.ts';
import { nextRecords } from './purge-batch.ts';

/** Removes settlements of a partner with all that belongs to them, and takes them out of the totals. */
export async function removeSettlements({ db, count }: CommandContext, partnerId: string): Promise<number> {
  const entries = { of: 'ledger_entry', by: 'settlement_id' } as const;
  const ids = await nextRecords(db, 'instant_settlement', entries, partnerId);
  if (ids.length === 0) return 0;
  await db.deleteFrom('ledger_entry').where('settlement_id', 'in', ids).execute();
  await db.deleteFrom('decision').where('settlement_id', 'in', ids).execute();
  await db.deleteFrom('assignment').where('funding_id', 'in', ids).execute();
  await db.deleteFrom('settlement_claim').where('funding_id', 'in', ids).execute();
  await db.deleteFrom('snooze').where('about', 'in', ids).execute();
  await db.deleteFrom('note').where('about', 'in', ids).execute();
  await db.deleteFrom('hold').where('object_id', 'in', ids).execute();
  const repayments = await db
    .deleteFrom('repayment')
    .where('settlement_id', 'in', ids)
    .returning(['id', 'partner_id', 'status'])
    .execute();
  const serviced = await db.selectFrom('servicing').selectAll().where('id', 'in', ids).execute();
  await db.deleteFrom('servicing').where('id', 'in', ids).execute();
  const settlements = await db
    .deleteFrom('instant_settlement')
    .where('id', 'in', ids)
    .returning(['id', 'partner_id', 'customer_id', 'status', 'currency', 'amount', 'offer_expires_at'])
    .execute();
  const customers = settlements.map(({ customer_id }) => customer_id);
  await db.deleteFrom('customer_past').where('id', 'in', customers).execute();
  await count([
    ...settlements.flatMap((row) => countsOf(row, -1)),
    ...serviced.flatMap((row) => servicingCounts(row, -1)),
    ...repayments.flatMap((row) => repaymentCounts(row, repaymentStatusOf(row), -1)),
  ]);
  return ids.length;
}
