import { type Selectable, sql } from 'kysely';
import type { Coverage } from '../../engine/crypto/covered-row.ts';
import { provenRows } from '../../engine/crypto/proven-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';

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
export const ENTRY_COLUMNS = [
  'id',
  'settlement_id',
  'partner_id',
  'customer_id',
  'currency',
  'kind',
  'repayment_id',
  'effective_on',
  'posted_on',
  'recorded_at',
  'amount',
  'balance',
  'legs',
  'mirrors',
  'reason',
  'mac',
] as const satisfies readonly (keyof EntryRow)[];

/** Table and primary key of an entry. */
export const entryPlace = (id: string): string => `ledger_entry/${id}`;

const proven = provenRows<Omit<EntryRow, 'mac'>>({ coverage: COVERAGE, placeOf: ({ id }) => entryPlace(id) });

export const {
  mac: entryMac,
  isGenuine: isGenuineEntry,
  /** Called at every read. */
  requireGenuine: requireGenuineEntry,
} = proven;

/** The entries, for a rotation of the secret. Only then an entry changes: its MAC and the text of its reason. */
export const PROVEN_ENTRIES = {
  ...proven,
  table: 'ledger_entry',
  name: 'Entry',
  columns: sql.join(ENTRY_COLUMNS.map((column) => sql.ref(column))),
  placeOf: entryPlace,
  madeWithSecret: [],
} as const;
