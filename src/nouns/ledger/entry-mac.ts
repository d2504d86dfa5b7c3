import type { Selectable } from 'kysely';
import { columnsOf } from '../../engine/crypto/covered-row.ts';
import { coverageOf } from '../../trail/record/coverage.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { provenTable } from '../../trail/record/proven-records.ts';

export type EntryRow = Selectable<Tables['ledger_entry']>;

/** How the MAC covers each column. */
const COVERAGE = coverageOf('ledger_entry', {
  reason: 'presence',
});

/** The columns of an entry, for a statement that reads it. */
export const ENTRY_COLUMNS = columnsOf(COVERAGE);

/**
 * The entries, for a rotation of the secret. Only a rotation changes an entry: its MAC and the encrypted text of its
 * reason.
 */
export const PROVEN_ENTRIES = provenTable<Omit<EntryRow, 'mac'>>({
  table: 'ledger_entry',
  name: 'Entry',
  coverage: COVERAGE,
});

export const {
  placeOf: entryPlace,
  withMac: withEntryMac,
  isGenuine: isGenuineEntry,
  /** Called at every read. */
  requireGenuine: requireGenuineEntry,
} = PROVEN_ENTRIES;
