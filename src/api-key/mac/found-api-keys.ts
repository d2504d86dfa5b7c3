import type { Kysely } from 'kysely';
import type { Tables } from '../../kernel/sql/tables.ts';
import type { Foundation } from '../../pipeline/context.ts';
import { apiKeyMac } from './api-key-mac.ts';
import { apiKeyDigestAad } from '../api-key.rules.ts';
import { recordedKeySteps } from './api-key-steps.ts';

/**
 * Accepts the keys from before MACs as they are; returns how many. Those rows hold the plain SHA-256 of the key, from
 * which the keyed hash is made; the key itself is not needed.
 */
export async function foundApiKeys(
  db: Kysely<Tables>,
  { vault, rowMacs, apiKeyHash }: Pick<Foundation, 'vault' | 'rowMacs' | 'apiKeyHash'>,
): Promise<number> {
  const rows = await db.selectFrom('api_key').selectAll().select(recordedKeySteps().as('recorded')).execute();
  for (const { recorded, ...row } of rows) {
    const steps = Number(recorded);
    const founded = { ...row, steps, hash: apiKeyHash.make(row.hash) };
    const digest = vault.encrypt(row.hash, apiKeyDigestAad(row.id));
    await db
      .updateTable('api_key')
      .set({ steps, hash: founded.hash, digest, mac: apiKeyMac(rowMacs, founded) })
      .where('id', '=', row.id)
      .execute();
  }
  return rows.length;
}
