import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ConfigError } from '../../kernel/config-error.ts';
import { timestamp } from '../../kernel/clock.ts';
import { DamageError } from '../../kernel/damage.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Database } from '../../engine/sql/database.ts';
import type { SecretKeys } from '../../engine/crypto/keys.ts';
import type { Keyring } from './keyring.ts';
import { encryptedColumns, verifyingKeysAad } from './encrypted-columns.ts';
import { hasEncryptedValues, staleValues } from './stale-values.ts';

/** Keys that verify earlier MACs and fingerprints. */
export interface AcceptedKeys {
  /** Keys of the configured secrets first, then of removed ones. */
  readonly fingerprints: SecretKeys;
  /**
   * Keys of removed secrets. They verify only checkpoints below a checkpoint of a configured secret, and nothing new.
   */
  readonly formerAudit: readonly Uint8Array[];
}

/** The lock of a start while it checks its secrets and notes the first one. */
const STARTS = 'secret-keys';

/**
 * Checks at the start that the secrets decrypt the values in the database, and notes the first one as in use. Returns
 * the verifying keys, also of removed secrets. Throws ConfigError if a needed secret is missing. If several starts use
 * different secrets on a new database, one wins and the others leave nothing behind.
 */
export async function acceptKeys(
  database: Pick<Database, 'writes' | 'transaction' | 'awaitName'>,
  keyring: Keyring,
  now: Date,
): Promise<AcceptedKeys> {
  const { writes } = database;
  const known = await writes.selectFrom('secret_key').select('name').limit(1).executeTakeFirst();
  if (known === undefined) await requireOwnValues(writes, keyring);
  const former = await database.transaction(async (db) => {
    await database.awaitName(db, STARTS);
    const kept = await requireKnownSecrets(db, keyring);
    await announceKey(db, keyring, now);
    return kept;
  });
  return {
    fingerprints: [...keyring.verifying.fingerprints, ...former.map((kept) => bytesOf(kept.fingerprints))],
    formerAudit: former.map((kept) => bytesOf(kept.audit)),
  };
}

/**
 * Notes that this process encrypts with its first secret. It does so regularly, so no other process retires the secret.
 */
export async function announceKey(db: Kysely<Tables>, keyring: Keyring, now: Date): Promise<void> {
  const [name] = keyring.names;
  const used_at = timestamp(now);
  const verifying_keys = keyring.vault.encrypt(JSON.stringify(keptKeys(keyring, 0)), verifyingKeysAad(name));
  await db
    .insertInto('secret_key')
    .values({ name, verifying_keys, used_at, retired_at: null })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        used_at: eb
          .case()
          .when('secret_key.used_at', '>', used_at)
          .then(eb.ref('secret_key.used_at'))
          .else(used_at)
          .end(),
        retired_at: null,
      })),
    )
    .execute();
}

const KeptKeys = z.strictObject({ fingerprints: z.hex(), audit: z.hex() });
type KeptKeys = z.output<typeof KeptKeys>;

/** The verifying keys of the secret at a position of SECRET_KEY, in their stored form. */
function keptKeys({ verifying: { fingerprints, audit } }: Keyring, position: number): KeptKeys {
  const hexOf = (key: Uint8Array = new Uint8Array()) => Buffer.from(key).toString('hex');
  return { fingerprints: hexOf(fingerprints[position]), audit: hexOf(audit[position]) };
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** The names of the secrets that the database needs. */
export async function secretsInUse({ reads }: Pick<Database, 'reads'>): Promise<readonly string[]> {
  const rows = await reads.selectFrom('secret_key').select('name').where('retired_at', 'is', null).execute();
  return rows.map(({ name }) => name);
}

/** Throws ConfigError if a database, or a copy of one, needs a secret that we do not have. */
export function requireNames(
  needed: readonly string[],
  { names }: Pick<Keyring, 'names'>,
  where: 'the database' | 'the backup',
): void {
  const isOurs = (name: string) => names.includes(name);
  if (!needed.every(isOurs)) throw foreign(needed.some(isOurs), where);
}

/**
 * Throws ConfigError if we do not have a secret in use. Returns the verifying keys of retired secrets that are no
 * longer configured.
 */
async function requireKnownSecrets(db: Kysely<Tables>, keyring: Keyring): Promise<KeptKeys[]> {
  const { names, vault } = keyring;
  const rows = await db.selectFrom('secret_key').selectAll().execute();
  const inUse = rows.filter(({ retired_at }) => retired_at === null).map(({ name }) => name);
  requireNames(inUse, keyring, 'the database');
  return rows.flatMap(({ name, verifying_keys }) => {
    const kept = decryptKept(() => vault.decrypt(verifying_keys, verifyingKeysAad(name)));
    const position = names.indexOf(name);
    if (position < 0) return [kept];
    if (JSON.stringify(kept) !== JSON.stringify(keptKeys(keyring, position))) throw damaged();
    return [];
  });
}

function decryptKept(open: () => string): KeptKeys {
  try {
    return KeptKeys.parse(JSON.parse(open()));
  } catch (error) {
    throw error instanceof DamageError ? damaged() : error;
  }
}

/** For a database without a note of its secrets: one of our secrets must have encrypted every value. */
async function requireOwnValues(db: Kysely<Tables>, { vault }: Keyring): Promise<void> {
  if (!(await hasEncryptedValues(db))) return;
  for (const [name, rule] of encryptedColumns) {
    for await (const { stale } of staleValues(db, name, rule, vault.prefixes)) {
      if (stale.length > 0) throw foreign(false, 'the database');
    }
  }
}

const foreign = (knowsAny: boolean, where: string) =>
  new ConfigError(
    knowsAny
      ? `SECRET_KEY lacks a key that ${where} still needs: add it after the first one.`
      : `SECRET_KEY (by default the secret.key in DATA_DIR) is not the secret that ${where} was encrypted with; put the right key back.`,
  );

const damaged = () =>
  new ConfigError(
    'The database cannot be trusted: the value that it checks SECRET_KEY with (secret_key.verifying_keys) is damaged.',
  );
