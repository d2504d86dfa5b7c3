import { type Insertable, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { daysLater, timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import type { Vault } from '../../engine/crypto/encryption.ts';
import { createKeyedHash, isSameMac } from '../../engine/crypto/hmac.ts';
import type { SecretKeys } from '../../engine/crypto/keys.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { createLookUps, type OwnedKey } from './look-ups.ts';
import { createRepeats, tryingFirst } from './repeats.ts';

/** Expired keys of one statement: some milliseconds of work, during which writers on SQLite wait. */
const REAP_BATCH_ROWS = 500;

interface ReapDatabase {
  readonly writes: Kysely<Tables>;
  readonly rowLocks: boolean;
}

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly owner: string;
  readonly key: string;
  /**
   * HMACs of the canonical text of the operation, its ids and its validated input. There is one for each key, in the
   * order of the keys.
   */
  readonly fingerprints: readonly [string, ...string[]];
}

interface LedgerOptions {
  /** Keys of the fingerprints. Fingerprints are HMACs, because an attacker could guess KYC data from a plain hash. */
  readonly keys: SecretKeys;
  readonly vault: Vault;
  readonly keepDays: number;
}

export type IdempotencyLedger = ReturnType<typeof createIdempotencyLedger>;

/**
 * Keeps the responses to requests with an idempotency key. Each process has one, because it knows the running requests.
 */
export function createIdempotencyLedger({ keys, vault, keepDays }: LedgerOptions) {
  const hasRow = createLookUps();
  const alone = oneAtATime();
  const repeats = createRepeats();
  /** A response that was kept at this time or earlier has expired. */
  const lastExpired = (now: Date) => timestamp(daysLater(now, -keepDays));

  function resultIn(row: KeptRow | undefined, request: KeyedRequest, now: Date): string | null {
    if (row === undefined || row.kept_at <= lastExpired(now)) return null;
    if (request.fingerprints.some((made) => isSameMac(made, row.fingerprint)))
      return vault.decrypt(row.answer, resultAad(request));
    throw refusal(
      'idempotency_key_reused',
      'This idempotency key was used for another request; use a new key for a new request.',
    );
  }

  return {
    /** Makes the fingerprints of a request from its canonical text. */
    fingerprintsOf: createKeyedHash(keys).makeAll,

    alone,
    repeats,
    tryFirst: tryingFirst(alone, repeats),

    /**
     * The kept response to the same request, or null. Throws `idempotency_key_reused` if the key was used for another
     * request. If the result is null, another process may still be running the request.
     */
    async find(db: Kysely<Tables>, request: KeyedRequest, now: Date): Promise<string | null> {
      if (!(await hasRow(db, request))) return null;
      repeats.found(request.owner);
      return resultIn(await rowOf(db, request), request, now);
    },

    /** Like `find`, in the transaction that will `keep` a response. It deletes an expired response first. */
    async findOrFree(db: Kysely<Tables>, request: KeyedRequest, now: Date): Promise<string | null> {
      const row = await rowOf(db, request);
      const result = resultIn(row, request, now);
      if (row !== undefined && result === null) await dropExpired(db, request, lastExpired(now));
      return result;
    },

    /**
     * Keeps the response for replays, in the transaction of the change. The transaction fails if another one has kept a
     * response for the same key.
     */
    async keep(db: Kysely<Tables>, request: KeyedRequest, result: string, now: Date): Promise<void> {
      const { owner, key, fingerprints } = request;
      const encrypted = vault.encrypt(result, resultAad(request));
      const kept_at = timestamp(now);
      await addRow(db, { row: { owner, key, fingerprint: fingerprints[0], kept_at, answer: encrypted } });
    },

    /** Deletes a batch of expired keys and returns their number. */
    reap: (database: ReapDatabase, now: Date): Promise<number> => deleteExpired(database, lastExpired(now)),
  };
}

/** Runs `work`; throws `idempotency_key_in_use` while this process runs a request with the same key. */
function oneAtATime() {
  const running = new Set<string>();
  return async <Result>(request: KeyedRequest, work: () => Promise<Result>): Promise<Result> => {
    // A key has no space in it.
    const name = `${request.owner} ${request.key}`;
    if (running.has(name)) throw keyInUse();
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  };
}

/**
 * It is one statement, because each statement is a commit. On SQLite only the oldest rows are looked at. On PostgreSQL a
 * key that another transaction has locked is left to that transaction.
 */
async function deleteExpired({ writes, rowLocks }: ReapDatabase, lastExpired: string): Promise<number> {
  const expired = writes.deleteFrom('idempotency_key').where('kept_at', '<=', lastExpired);
  const batch = rowLocks
    ? expired.where((eb) =>
        eb(
          eb.refTuple('owner', 'key'),
          'in',
          eb
            .selectFrom('idempotency_key as old')
            .select(['old.owner', 'old.key'])
            .where('old.kept_at', '<=', lastExpired)
            .limit(REAP_BATCH_ROWS)
            .forUpdate()
            .skipLocked()
            .$asTuple('owner', 'key'),
        ),
      )
    : expired.where(
        sql<SqlBool>`rowid in (select rowid from idempotency_key order by rowid limit ${REAP_BATCH_ROWS})`,
      );
  const { numDeletedRows } = await batch.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The time is checked again, because the key may have been used again since. */
async function dropExpired(db: Kysely<Tables>, { owner, key }: OwnedKey, lastExpired: string): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('kept_at', '<=', lastExpired)
    .execute();
}

type KeptRow = Pick<Selectable<Tables['idempotency_key']>, 'fingerprint' | 'answer' | 'kept_at'>;

async function rowOf(db: Kysely<Tables>, { owner, key }: OwnedKey): Promise<KeptRow | undefined> {
  return (await findRow(db, { owner, key }))[0];
}

const findRow = statement((db, { owner, key }: OwnedKey) =>
  db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'answer', 'kept_at'])
    .where('owner', '=', owner)
    .where('key', '=', key),
);

const addRow = statement((db, { row }: { row: Insertable<Tables['idempotency_key']> }) =>
  db.insertInto('idempotency_key').values(row),
);

/** The lock name of a running request, within a process and between processes. */
export const idempotencyLockName = ({ owner, key }: KeyedRequest): string => JSON.stringify([owner, key]);

export const keyInUse = () =>
  refusal(
    'idempotency_key_in_use',
    'A request with this idempotency key is still running; send it again in a moment.',
    {
      retryAfterSeconds: 1,
    },
  );

/** The additional authenticated data that binds a kept response to its row. */
export const resultAad = ({ owner, key }: OwnedKey) => `idempotency_key.answer/${owner}/${key}`;

/** 1 to 255 visible ASCII characters. */
const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/** The key in an `Idempotency-Key` header, without one pair of quotes around it. Throws `idempotency_key_invalid`. */
export function readIdempotencyKey(header: string): string {
  const key = /^"(.*)"$/s.exec(header)?.[1] ?? header;
  if (!KEY_FORM.test(key)) {
    throw refusal('idempotency_key_invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  return key;
}
