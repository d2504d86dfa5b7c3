import { z } from 'zod';
import type { NewEvent } from '../../trail/record/record.ts';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { visibleTo } from '../../pipeline/rows/tenancy.ts';

/**
 * Records that the transactions of settlements are about to be shown. GraphQL needs it, because it shows settlements in
 * parts.
 */
export const readTransactions = defineQuery({
  name: 'readTransactions',
  readsMany: false,
  roles: ['partner', 'operator'],
  input: z.strictObject({ funding_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  run: async (_context, { input }) => input.funding_ids,
  discloses: transactionReads,
});

/**
 * The events for showing transactions. The rows are locked while the events get numbers, always in the same order, so
 * that no deadlock occurs.
 */
export async function transactionReads(
  { db, caller, rowLocks }: QueryContext,
  fundingIds: readonly string[],
): Promise<readonly NewEvent[]> {
  const rows = await db
    .selectFrom('instant_settlement')
    .select(['id', 'partner_id'])
    .where('id', 'in', fundingIds)
    .where(visibleTo(caller))
    .orderBy('id')
    .$call(lockRows({ rowLocks }))
    .execute();
  return rows.map(({ id, partner_id }) => ({
    type: 'funding.transactions_read',
    subject: `funding/${id}`,
    partnerId: partner_id,
  }));
}
