import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { timestamp } from '../kernel/clock.ts';
import { DamageError } from '../kernel/damage.ts';
import type { Tables } from '../kernel/tables.ts';
import type { Database } from '../pipeline/database.ts';
import type { Keyring, VerifyingKeys } from './keyring.ts';
import { encryptedColumns, verifyingKeysAad } from './encrypted-columns.ts';
import { staleValues } from './stale-values.ts';

/**
 * Checks at the start that the secrets open what the database holds, and notes the first as in use. Returns the keys
 * that verify: those of the secrets, and of secrets that were taken off since. Throws ConfigError.
 */
export async function acceptKeys(
  { writes }: Pick<Database, 'writes'>,
  keyring: Keyring,
  now: Date,
): Promise<VerifyingKeys> {
  const known = await writes.selectFrom('secret_key').select('name').limit(1).executeTakeFirst();
  if (known === undefined) await requireOwnValues(writes, keyring);
  else await isRemovable(writes, keyring);
  await announceKey(writes, keyring, now);
  // Again: another process may have begun with another secret at the same moment.
  const former = await isRemovable(writes, keyring);
  const { fingerprints, audit } = keyring.verifying;
  return {
    fingerprints: [...fingerprints, ...former.map((kept) => bytesOf(kept.fingerprints))],
    audit: [...audit, ...former.map((kept) => bytesOf(kept.audit))],
  };
}

/** Says that this process seals with its first secret; from time to time, so that nobody takes it for taken off. */
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

/** What is kept of the secret at a position of SECRET_KEY. */
function keptKeys({ verifying: { fingerprints, audit } }: Keyring, position: number): KeptKeys {
  const hexOf = (key: Uint8Array = new Uint8Array()) => Buffer.from(key).toString('hex');
  return { fingerprints: hexOf(fingerprints[position]), audit: hexOf(audit[position]) };
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** Refuses secrets that do not open what the others wrote; what is kept of those that were taken off. */
async function isRemovable(db: Kysely<Tables>, keyring: Keyring): Promise<KeptKeys[]> {
  const { names, vault } = keyring;
  const rows = await db.selectFrom('secret_key').selectAll().execute();
  const inUse = rows.filter(({ retired_at }) => retired_at === null);
  if (inUse.some(({ name }) => !names.includes(name))) {
    throw foreign(inUse.some(({ name }) => names.includes(name)));
  }
  return rows.flatMap(({ name, verifying_keys }) => {
    const kept = openKept(() => vault.decrypt(verifying_keys, verifyingKeysAad(name)));
    const position = names.indexOf(name);
    if (position < 0) return [kept];
    if (JSON.stringify(kept) !== JSON.stringify(keptKeys(keyring, position))) throw damaged();
    return [];
  });
}

function openKept(open: () => string): KeptKeys {
  try {
    return KeptKeys.parse(JSON.parse(open()));
  } catch (error) {
    throw error instanceof DamageError ? damaged() : error;
  }
}

/** For a database of before secrets were noted: every sealed value must be of one of these. */
async function requireOwnValues(db: Kysely<Tables>, { vault }: Keyring): Promise<void> {
  for (const [name, rule] of encryptedColumns) {
    for await (const { stale } of staleValues(db, name, rule, vault.prefixes)) {
      if (stale.length > 0) throw foreign(false);
    }
  }
}

const foreign = (knowsAny: boolean) =>
  new ConfigError(
    knowsAny
      ? 'SECRET_KEY lacks a key that the database still needs: add it after the first one.'
      : 'SECRET_KEY (by default the secret.key in DATA_DIR) is not what this database was sealed with; put the right key back.',
  );

const damaged = () =>
  new ConfigError(
    'The database cannot be trusted: the value by which it knows its SECRET_KEY (secret_key.verifying_keys) is damaged.',
  );
