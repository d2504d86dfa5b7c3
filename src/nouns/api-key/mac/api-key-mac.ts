import { type Coverage, type CoveredColumn, coveredColumns } from '../../../engine/crypto/covered-row.ts';
import { forgedRow, type RowMacs } from '../../../engine/crypto/row-mac.ts';
import type { ApiKeyRow } from '../api-key.present.ts';

/** How the MAC of a key covers each column. A missing column is a compile error. */
const COVERAGE = {
  id: 'value',
  partner_id: 'value',
  operator_id: 'value',
  name: 'value',
  role: 'value',
  scopes: 'value',
  prefix: 'value',
  hash: 'value',
  // Encrypted and bound to the row; the MAC covers the hash that is made from it.
  digest: 'none',
  created_at: 'value',
  expires_at: 'value',
  revoked_at: 'value',
  // Written apart from requests, for many keys at a time, and grants nothing.
  last_used_at: 'none',
  successor_id: 'value',
  steps: 'value',
  mac: 'none',
} as const satisfies Record<keyof ApiKeyRow, Coverage>;

const coveredOf = coveredColumns(COVERAGE);

type CoveredRow = Pick<ApiKeyRow, CoveredColumn<typeof COVERAGE>>;

export const apiKeyAad = (id: string) => `api_key/${id}`;

export const apiKeyMac = (macs: RowMacs, row: CoveredRow): string =>
  macs.make(apiKeyAad(row.id), coveredOf(row));

export const isGenuineKey = (macs: RowMacs, row: CoveredRow & Pick<ApiKeyRow, 'mac'>): boolean =>
  macs.isOurs(apiKeyAad(row.id), coveredOf(row), row.mac);

/** Throws if the gateway did not write the row. Called at every use of a key. */
export function requireGenuineKey(macs: RowMacs, row: CoveredRow & Pick<ApiKeyRow, 'mac'>): void {
  if (!isGenuineKey(macs, row)) throw forgedRow(apiKeyAad(row.id));
}
