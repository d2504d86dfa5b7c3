import { timestamp } from '../../../kernel/clock.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { legsOf } from '../../ledger/entries.ts';
import { postEntries } from '../../ledger/post-entries.ts';
import type { ProvenRow } from '../settlement-mac.ts';
import { outstandingOf, statementBalanceOf, withBalances } from './balances.ts';
import { type Former, findFormer } from './former-servicing.ts';
import { presentRules } from './present-rules.ts';
import { servicingCounts } from './servicing-counts.ts';
import { servicingMac, type ServicingRow } from './servicing-mac.ts';

/**
 * Opens the books of settlements of an earlier version: against the opening balance, never against money. The caller
 * has locked the settlements, and none of them has a row of servicing. Returns the new rows by id.
 */
export async function openFormer(
  context: CommandContext,
  settlements: readonly ProvenRow[],
): Promise<ReadonlyMap<string, ServicingRow>> {
  const former = await findFormer(context, settlements);
  const rows = new Map<string, ServicingRow>();
  for (const settlement of settlements) {
    const found = former.get(settlement.id);
    if (found !== undefined) rows.set(settlement.id, await open(context, settlement, found));
  }
  if (rows.size > 0) await context.db.insertInto('servicing').values([...rows.values()]).execute();
  return rows;
}

async function open(
  context: CommandContext,
  settlement: ProvenRow,
  { row, entries }: Former,
): Promise<ServicingRow> {
  const { today, closedUntil } = await presentRules(context, row);
  const posting = { today, closedUntil, recordedAt: timestamp(context.now) };
  await postEntries(context, settlement, withBalances(0, entries), posting);
  const { mac: _unstored, ...unproven } = row;
  const opened = { ...unproven, mac: servicingMac(context.rowMacs, unproven) };
  await context.record({
    type: 'funding.opened',
    subject: `funding/${row.id}`,
    partnerId: row.partner_id,
  });
  await context.count(servicingCounts(opened, 1));
  return opened;
}

/**
 * The entry that follows a settlement which a process of an earlier version marked as repaid, after its books were
 * opened: one transfer of all that was outstanding.
 */
export const repaidBefore = (row: ServicingRow, effectiveOn: string) =>
  withBalances(statementBalanceOf(row), [
    {
      kind: 'opening',
      effectiveOn,
      legs: legsOf(
        { opening_balance: outstandingOf(row) },
        {
          principal_receivable: row.principal_outstanding,
          fee_receivable: row.fee_outstanding,
          refund_receivable: row.refund_receivable,
        },
      ),
    },
  ]);
