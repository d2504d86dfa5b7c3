import { type Kysely, sql } from 'kysely';
import { DamageError } from '../../../kernel/damage.ts';
import type { RowMacs } from '../../../engine/crypto/row-mac.ts';
import type { Vault } from '../../../engine/crypto/encryption.ts';
import type { KeyedHash } from '../../../engine/crypto/hmac.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { apiKeyMac, isGenuineKey } from './api-key-mac.ts';
import type { ApiKeyRow } from '../api-key.present.ts';
import { apiKeyDigestAad } from '../api-key.rules.ts';

/** Keys of one query. */
const BATCH_ROWS = 500;

/** What proves a stored key. */
export interface KeyProofs {
  readonly vault: Vault;
  readonly rowMacs: RowMacs;
  readonly apiKeyHash: KeyedHash;
}

/**
 * The keys after an id whose MAC was not made with the first secret. `forged` are those whose MAC no secret of ours
 * made.
 */
export async function staleApiKeys(
  db: Kysely<Tables>,
  { vault, rowMacs, apiKeyHash }: KeyProofs,
  after: string,
) {
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where('id', '>', after)
    .where(sql<string>`substr(mac, 1, ${sql.lit(rowMacs.prefix.length)})`, '<>', rowMacs.prefix)
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();
  const genuine: { readonly row: ApiKeyRow; readonly digest: string }[] = [];
  const forged: ApiKeyRow[] = [];
  for (const row of rows) {
    const digest = isGenuineKey(rowMacs, row) ? digestOf(row, { vault, apiKeyHash }) : null;
    if (digest !== null) genuine.push({ row, digest });
    else forged.push(row);
  }
  return { last: rows.at(-1)?.id ?? null, genuine, forged };
}

/** The digest of a key, from which each rotation makes its hash; null if it is damaged, or that of another key. */
export function digestOf(
  { id, digest: encrypted, hash }: ApiKeyRow,
  { vault, apiKeyHash }: Omit<KeyProofs, 'rowMacs'>,
): string | null {
  try {
    const digest = vault.decrypt(encrypted, apiKeyDigestAad(id));
    return apiKeyHash.makeAll(digest).includes(hash) ? digest : null;
  } catch (error) {
    if (error instanceof DamageError) return null;
    throw error;
  }
}

type Stale = Readonly<Awaited<ReturnType<typeof staleApiKeys>>['genuine']>;

/**
 * Makes hashes and MACs again with the first secret. Skips rows that changed meanwhile; returns how many were written.
 */
export async function remakeApiKeys(
  db: Kysely<Tables>,
  { rowMacs, apiKeyHash }: KeyProofs,
  keys: Stale,
): Promise<number> {
  let remade = 0;
  for (const { row, digest } of keys) {
    const hash = apiKeyHash.make(digest);
    const changed = await db
      .updateTable('api_key')
      .set({ hash, mac: apiKeyMac(rowMacs, { ...row, hash }) })
      .where('id', '=', row.id)
      .where('mac', '=', row.mac)
      .executeTakeFirstOrThrow();
    remade += Number(changed.numUpdatedRows);
  }
  return remade;
}
