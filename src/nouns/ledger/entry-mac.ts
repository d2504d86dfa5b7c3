import type { Selectable } from 'kysely';
import { columnsOf, type Coverage } from '../../engine/crypto/covered-row.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { provenTable } from '../../trail/record/proven-records.ts';

export type EntryRow = Selectable<Tables['ledger_entry']>;

/** How the MAC covers each column. A missing column is a compile error. */
const COVERAGE = {
  id: 'value',
  settlement_id: 'value',
  partner_id: 'value',
  customer_id: 'value',
  currency: 'value',
  kind: 'value',
  repayment_id: 'value',
  effective_on: 'value',
  posted_on: 'value',
  recorded_at: 'value',
  amount: 'value',
  balance: 'value',
  legs: 'value',
  mirrors: 'value',
  reason: 'presence',
  mac: 'none',
} as const satisfies Record<keyof EntryRow, Coverage>;

/** The columns of an entry, for a statement that reads it. */
export const ENTRY_COLUMNS = columnsOf(COVERAGE);

/** The entries, for a rotation of the secret. Only then an entry changes: its MAC and the text of its reason. */
export const PROVEN_ENTRIES = provenTable<Omit<EntryRow, 'mac'>>({
  table: 'ledger_entry',
  name: 'Entry',
  coverage: COVERAGE,
});

export const {
  placeOf: entryPlace,
  mac: entryMac,
  isGenuine: isGenuineEntry,
  /** Called at every read. */
  requireGenuine: requireGenuineEntry,
} = PROVEN_ENTRIES;
