import { dayAt, daysAfter } from '../../kernel/days.ts';
import { orderedId } from '../../kernel/id.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { entryReasonAad, type NewEntry, requireBalanced } from './entries.ts';
import { type EntryRow, withEntryMac } from './entry-mac.ts';

/** The settlement that entries are about. */
interface Owner {
  readonly id: string;
  readonly partner_id: string;
  readonly customer_id: string;
  readonly currency: string;
}

/** When entries are written. */
interface Posting {
  /** The last day of the closed books; null if none are closed. */
  readonly closedUntil: string | null;
  /** Never earlier than the `recordedAt` of an earlier entry of the settlement. */
  readonly recordedAt: string;
  /** How many entries the settlement has already. */
  readonly first: number;
}

/** An entry, and how it changes what the statement shows. */
export interface Posted extends NewEntry {
  /** The change of the balance. */
  readonly amount: number;
  /** The balance after it. */
  readonly balance: number;
}

/**
 * Writes entries of one settlement in their order. An entry for a day of closed books is posted on an open day, so that a
 * closed day never changes. The caller has locked the settlement.
 */
export async function postEntries(
  context: CommandContext,
  { id: settlement_id, partner_id, customer_id, currency }: Owner,
  entries: readonly Posted[],
  { closedUntil, recordedAt, first }: Posting,
): Promise<readonly EntryRow[]> {
  const openDay = firstOpenDay(recordedAt, closedUntil);
  const rows = entries.map((entry, at) => {
    requireBalanced(entry);
    // So the ids of a settlement have the order of its entries, even if the clocks of processes differ.
    const id = orderedId('ent', new Date(recordedAt), first + at);
    const {
      kind,
      effectiveOn,
      legs,
      mirrors = null,
      repaymentId = null,
      reason = null,
      amount,
      balance,
    } = entry;
    const isClosed = closedUntil !== null && effectiveOn <= closedUntil;
    return withEntryMac(context.rowMacs, {
      id,
      settlement_id,
      partner_id,
      customer_id,
      currency,
      kind,
      repayment_id: repaymentId,
      effective_on: effectiveOn,
      posted_on: isClosed ? openDay : effectiveOn,
      recorded_at: recordedAt,
      amount,
      balance,
      legs: JSON.stringify(legs),
      mirrors,
      reason: reason === null ? null : context.vault.encrypt(reason, entryReasonAad(id)),
    });
  });
  if (rows.length > 0) await insertEntries(context.db, { rows });
  return rows;
}

/**
 * The day of recording. If the clock was set back, or is behind the clock of another process, the books of that day may
 * be closed. Then it is the first open day.
 */
function firstOpenDay(recordedAt: string, closedUntil: string | null): string {
  const recordedOn = dayAt(new Date(recordedAt));
  return closedUntil === null || recordedOn > closedUntil ? recordedOn : daysAfter(closedUntil, 1);
}

const insertEntries = statement((db, { rows }: { readonly rows: readonly EntryRow[] }) =>
  db.insertInto('ledger_entry').values(rows),
);
