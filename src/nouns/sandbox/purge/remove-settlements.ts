import type { CommandContext } from '../../../pipeline/operation.ts';
import { repaymentStatusOf } from '../../repayment/repayment.present.ts';
import { repaymentCounts } from '../../repayment/write-repayment.ts';
import { servicingCounts } from '../../settlement/servicing/servicing-counts.ts';
import { countsOf } from '../../settlement/settlement.rules.ts';

/** Settlements of one transaction, each with some rows in other tables: milliseconds of work on SQLite. */
const BATCH_SETTLEMENTS = 100;

/** Removes settlements of a partner with all that belongs to them, and takes them out of the totals. */
export async function removeSettlements({ db, count }: CommandContext, partnerId: string): Promise<number> {
  const settlements = await db
    .selectFrom('instant_settlement')
    .select(['id', 'partner_id', 'customer_id', 'status', 'currency', 'amount', 'offer_expires_at'])
    .where('partner_id', '=', partnerId)
    .orderBy('id')
    .limit(BATCH_SETTLEMENTS)
    .execute();
  const ids = settlements.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db.deleteFrom('ledger_entry').where('settlement_id', 'in', ids).execute();
  await db.deleteFrom('decision').where('settlement_id', 'in', ids).execute();
  await db.deleteFrom('assignment').where('funding_id', 'in', ids).execute();
  await db.deleteFrom('settlement_claim').where('funding_id', 'in', ids).execute();
  await db.deleteFrom('snooze').where('about', 'in', ids).execute();
  await db.deleteFrom('note').where('about', 'in', ids).execute();
  const repayments = await db
    .deleteFrom('repayment')
    .where('settlement_id', 'in', ids)
    .returning(['id', 'partner_id', 'status'])
    .execute();
  const serviced = await db.selectFrom('servicing').selectAll().where('id', 'in', ids).execute();
  await db.deleteFrom('servicing').where('id', 'in', ids).execute();
  await db.deleteFrom('instant_settlement').where('id', 'in', ids).execute();
  await count([
    ...settlements.flatMap((row) => countsOf(row, -1)),
    ...serviced.flatMap((row) => servicingCounts(row, -1)),
    ...repayments.flatMap((row) => repaymentCounts(row, repaymentStatusOf(row), -1)),
  ]);
  return ids.length;
}
