import type { Selectable } from 'kysely';
import type { Coverage } from '../../engine/crypto/covered-row.ts';
import { provenRows } from '../../engine/crypto/proven-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';

export type LedgerEntryRow = Selectable<Tables['ledger_entry']>;

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
} as const satisfies Record<keyof LedgerEntryRow, Coverage>;

export const {
  mac: ledgerEntryMac,
  isGenuine: isGenuineEntry,
  /** Called at every read. */
  requireGenuine: requireGenuineEntry,
} = provenRows<Omit<LedgerEntryRow, 'mac'>>({
  coverage: COVERAGE,
  placeOf: ({ id }) => `ledger_entry/${id}`,
});
