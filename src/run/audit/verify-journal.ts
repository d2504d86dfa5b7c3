import type { Kysely, Selectable } from 'kysely';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { isEntryKind, requireBalanced } from '../../nouns/ledger/entries.ts';
import { type EntryRow, entryPlace, isGenuineEntry } from '../../nouns/ledger/entry-mac.ts';
import { balancesByLegs } from '../../nouns/settlement/servicing/balances.ts';
import { servicingAad } from '../../nouns/settlement/servicing/servicing-mac.ts';
import { storedLegs } from '../../nouns/settlement/servicing/standing-entries.ts';
import { differs, type Findings, forged } from '../../trail/checkpoint/findings.ts';
import { BATCH_ROWS, PROGRESS_ROWS, readInBatches } from './read-in-batches.ts';

interface Watch {
  readonly macs: RowMacs;
  readonly findings: Findings;
  readonly progress: (sentence: string) => void;
}

type ServicingRow = Selectable<Tables['servicing']>;

/**
 * Checks every entry of the journal: its MAC, and that its legs are balanced. Checks for every settlement that no entry
 * is missing or added, and that its balances are the sums of its legs.
 */
export async function verifyJournal(db: Kysely<Tables>, { macs, findings, progress }: Watch): Promise<void> {
  let seen = 0;
  for await (const row of readInBatches(rowsAfter(db))) {
    const entries = await entriesOf(db, row.id);
    for (const entry of entries)
      if (!isGenuineEntry(macs, entry) || !isBalanced(entry)) findings.add(forged(entryPlace(entry.id)));
    const fault = await lastingFault(db, row, entries);
    if (fault !== null)
      findings.add(differs(servicingAad(row.id), `The journal of settlement ${row.id} ${fault}.`));
    seen += entries.length;
    if (seen % PROGRESS_ROWS < entries.length) progress(`Entries: ${seen.toLocaleString('en')}`);
  }
  await findStrangers(db, findings);
}

/** A fault of the journal of a settlement that is not only due to a change since the row was read. */
async function lastingFault(
  db: Kysely<Tables>,
  row: ServicingRow,
  entries: readonly EntryRow[],
): Promise<string | null> {
  const fault = faultOf(row, entries.filter(isBalanced));
  const newer = fault === null ? null : await changedSince(db, row);
  return newer === null ? fault : lastingFault(db, newer, await entriesOf(db, row.id));
}

/** The end of a sentence that says how a settlement contradicts its entries; null if they agree. */
function faultOf(row: ServicingRow, entries: readonly EntryRow[]): string | null {
  if (row.entries !== entries.length)
    return `has ${entries.length} entries that are in order, and ${row.entries} were written`;
  const ids = new Set(entries.map(({ id }) => id));
  if (entries.some(({ mirrors }) => mirrors !== null && !ids.has(mirrors)))
    return 'undoes an entry that is not there';
  const sums = balancesByLegs(entries.map((entry) => ({ legs: storedLegs(entry) })));
  for (const [name, sum] of sums)
    if (sum !== BigInt(row[name])) return `adds up to another ${name} than the settlement has`;
  return null;
}

function isBalanced(entry: EntryRow): boolean {
  const { kind } = entry;
  if (!isEntryKind(kind)) return false;
  try {
    requireBalanced({ kind, legs: storedLegs(entry) });
    return true;
  } catch {
    return false;
  }
}

/** The entries of one settlement, oldest first. */
const entriesOf = (db: Kysely<Tables>, id: string): Promise<EntryRow[]> =>
  db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('settlement_id', '=', id)
    .orderBy('recorded_at')
    .orderBy('id')
    .execute();

const rowsAfter = (db: Kysely<Tables>) => (after: ServicingRow | null) =>
  db
    .selectFrom('servicing')
    .selectAll()
    .where('id', '>', after?.id ?? '')
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();

/** The settlement, if it changed since it was read: then its entries may be newer than the row. */
async function changedSince(db: Kysely<Tables>, { id, mac }: ServicingRow): Promise<ServicingRow | null> {
  const row = await db.selectFrom('servicing').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined || row.mac === mac ? null : row;
}

/** Reports entries of settlements that were never paid out. */
async function findStrangers(db: Kysely<Tables>, findings: Findings): Promise<void> {
  const strangers = await db
    .selectFrom('ledger_entry')
    .select('id')
    .where('settlement_id', 'not in', (eb) => eb.selectFrom('servicing').select('id'))
    .execute();
  for (const { id } of strangers) findings.add(forged(entryPlace(id)));
}
