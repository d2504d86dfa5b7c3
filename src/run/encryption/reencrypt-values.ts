import { type Kysely, sql } from 'kysely';
import { DamageError } from '../../kernel/damage.ts';
import type { Encrypted, Vault } from '../../engine/crypto/encryption.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Database } from '../../engine/sql/database.ts';
import { type EncryptedColumnRule, encryptedColumns } from './encrypted-columns.ts';
import { hasKey, identifiersOf, staleValues } from './stale-values.ts';
import type { RotationCount } from './rotation-count.ts';

/**
 * Values of one transaction. A value of `transactions` may have megabytes, and a running gateway waits for its turn to
 * write.
 */
const BATCH_VALUES = 20;

interface Reencryption {
  readonly database: Database;
  readonly vault: Vault;
  readonly progress: (sentence: string) => void;
}

/**
 * Encrypts every value again that is not encrypted with the first key. It skips a value that is written meanwhile. It
 * may be interrupted at any moment, and the next run continues.
 */
export async function reencryptValues(reencryption: Reencryption, rotated: RotationCount): Promise<void> {
  const { database, vault, progress } = reencryption;
  for (const [name, rule] of encryptedColumns) {
    const before = { ...rotated };
    for await (const { rows, stale } of staleValues(database.writes, name, rule, [vault.prefixes[0]])) {
      for (let at = 0; at < stale.length; at += BATCH_VALUES) {
        await reencryptBatch(reencryption, { name, rule, keys: stale.slice(at, at + BATCH_VALUES) }, rotated);
      }
      rotated.lookedAt += rows;
      const [lookedAt, encrypted] = [
        rotated.lookedAt - before.lookedAt,
        rotated.encrypted - before.encrypted,
      ];
      progress(`${name}: ${lookedAt} values looked at, ${encrypted} encrypted again.`);
    }
  }
}

/** How many values are not encrypted with the first key. */
export async function countStaleValues({ database, vault }: Reencryption): Promise<number> {
  let count = 0;
  for (const [name, rule] of encryptedColumns) {
    const pages = staleValues(database.writes, name, rule, [vault.prefixes[0]]);
    for await (const { stale } of pages) count += stale.length;
  }
  return count;
}

interface Batch {
  readonly name: string;
  readonly rule: EncryptedColumnRule;
  readonly keys: readonly (readonly string[])[];
}

async function reencryptBatch(
  { database, vault }: Reencryption,
  { name, rule, keys }: Batch,
  rotated: RotationCount,
): Promise<void> {
  const changes: Change[] = [];
  for (const key of keys) {
    const before = await valueOf(database.writes, name, rule, key);
    if (before === undefined) continue;
    const aad = rule.aad(...key);
    try {
      changes.push({ key, before, after: vault.encrypt(vault.decrypt(before, aad), aad) });
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      rotated.damage(error.location);
    }
  }
  const changed = await database.transaction(async (db) => {
    let count = 0;
    for (const change of changes) count += await replace(db, name, rule, change);
    return count;
  });
  rotated.encrypted += changed;
  rotated.changedMeanwhile += changes.length - changed;
}

interface Change {
  readonly key: readonly string[];
  readonly before: Encrypted;
  readonly after: Encrypted;
}

async function valueOf(
  db: Kysely<Tables>,
  name: string,
  { row }: EncryptedColumnRule,
  key: readonly string[],
): Promise<Encrypted | undefined> {
  const { table, column } = identifiersOf(name);
  const query = sql<{
    value: Encrypted | null;
  }>`select ${column} as value from ${table} where ${hasKey(row, key)}`;
  return (await query.execute(db)).rows[0]?.value ?? undefined;
}

/** Replaces the value; returns 1, or 0 if the value has changed. */
async function replace(
  db: Kysely<Tables>,
  name: string,
  { row }: EncryptedColumnRule,
  { key, before, after }: Change,
): Promise<number> {
  const { table, column } = identifiersOf(name);
  // On the left of an assignment, a column must not have its table before it.
  const target = sql.ref(name.slice(name.indexOf('.') + 1));
  const statement = sql`update ${table} set ${target} = ${after} where ${hasKey(row, key)} and ${column} = ${before}`;
  return Number((await statement.execute(db)).numAffectedRows ?? 0n);
}
