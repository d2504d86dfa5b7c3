import type { Insertable, Kysely } from 'kysely';
import { secondsLater, timestamp } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';
import type { Vault } from '../crypto/encryption.ts';
import { hmac, hmacMatches } from '../crypto/hmac.ts';
import type { SecretKeys } from '../crypto/keys.ts';
import { statement } from '../kernel/statement.ts';
import type { Tables } from '../kernel/tables.ts';

const SECONDS_PER_DAY = 86_400;
/** What remains of an expired key goes in batches, so that reaping never holds the database for long. */
const REAP_BATCH_ROWS = 1_000;

/** A request that may be sent again: whose key it is and which request it stands for. */
export interface KeyedRequest {
  readonly owner: string;
  readonly key: string;
  /** Canonical text of the operation, its ids and its input as it was understood. */
  readonly content: string;
  /** The text of the same that was told requests apart by before 1.2: answers kept then are still replayed. */
  readonly formerContent: () => string | null;
}

interface LedgerOptions {
  /** A plain hash of KYC data could be guessed; these keys make the fingerprint an HMAC. */
  readonly keys: SecretKeys;
  readonly vault: Vault;
  readonly keepDays: number;
}

export type IdempotencyLedger = ReturnType<typeof createIdempotencyLedger>;

/** Remembers the answers of keyed requests. One ledger a process: it also knows which requests run in it now. */
export function createIdempotencyLedger({ keys, vault, keepDays }: LedgerOptions) {
  const running = new Set<string>();

  function isOf({ content, formerContent }: KeyedRequest, fingerprint: string): boolean {
    if (hmacMatches(keys, content, fingerprint)) return true;
    const former = formerContent();
    return former !== null && hmacMatches(keys, former, fingerprint);
  }

  return {
    /** Runs `work` unless a request with the same key runs already, which is `idempotency_key_in_use`. */
    async alone<Result>(request: KeyedRequest, work: () => Promise<Result>): Promise<Result> {
      const name = idempotencyLockName(request);
      if (running.has(name)) throw keyInUse();
      running.add(name);
      try {
        return await work();
      } finally {
        running.delete(name);
      }
    },

    /**
     * The answer that was kept for the same request, or null; `idempotency_key_reused` where the key stands for another
     * request. What it finds is final; what it does not find may be under way, unless the transaction of `db` has taken
     * the name of the request.
     */
    async find(db: Kysely<Tables>, request: KeyedRequest, now: Date): Promise<string | null> {
      const { owner, key } = request;
      const [kept] = await keptAnswer(db, { owner, key, now: timestamp(now) });
      if (kept === undefined) return null;
      if (!isOf(request, kept.fingerprint)) {
        throw refusal('idempotency_key_reused', 'This idempotency key was used for another request.');
      }
      return vault.decrypt(kept.answer, answerAad(request));
    },

    /** Keeps the answer for replay, in the transaction of the change, and in the place of one that expired. */
    async keep(db: Kysely<Tables>, request: KeyedRequest, answer: string, now: Date): Promise<void> {
      const row = {
        fingerprint: hmac(keys[0], request.content),
        answer: vault.encrypt(answer, answerAad(request)),
        expires_at: timestamp(secondsLater(now, keepDays * SECONDS_PER_DAY)),
      };
      await keepAnswer(db, { owner: request.owner, key: request.key, row });
    },

    /** Deletes a batch of expired keys; how many it deleted. */
    async reap(db: Kysely<Tables>, now: Date): Promise<number> {
      const expired = await db
        .selectFrom('idempotency_key')
        .select(['owner', 'key'])
        .where('expires_at', '<=', timestamp(now))
        .limit(REAP_BATCH_ROWS)
        .execute();
      for (const { owner, key } of expired) {
        // One that was taken again since stays.
        await db
          .deleteFrom('idempotency_key')
          .where('owner', '=', owner)
          .where('key', '=', key)
          .where('expires_at', '<=', timestamp(now))
          .execute();
      }
      return expired.length;
    },
  };
}

const keptAnswer = statement((db, { owner, key, now }: { owner: string; key: string; now: string }) =>
  db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'answer'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('expires_at', '>', now),
);

type KeptRow = Omit<Insertable<Tables['idempotency_key']>, 'owner' | 'key'>;

const keepAnswer = statement((db, { owner, key, row }: { owner: string; key: string; row: KeptRow }) =>
  db
    .insertInto('idempotency_key')
    .values({ owner, key, ...row })
    .onConflict((conflict) => conflict.columns(['owner', 'key']).doUpdateSet(row)),
);

/** What a request is called while it runs, in this process and among all of them. */
export const idempotencyLockName = ({ owner, key }: KeyedRequest): string => JSON.stringify([owner, key]);

export const keyInUse = () =>
  refusal('idempotency_key_in_use', 'A request with this idempotency key is still running.', {
    retryAfterSeconds: 1,
  });

/** Binds a kept answer to its row. */
export const answerAad = ({ owner, key }: Pick<KeyedRequest, 'owner' | 'key'>) =>
  `idempotency_key.answer/${owner}/${key}`;

/** 1 to 255 visible ASCII characters. */
const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/** The key of an `Idempotency-Key` header, less one pair of quotes around it. */
export function readIdempotencyKey(header: string): string {
  const key = /^"(.*)"$/s.exec(header)?.[1] ?? header;
  if (!KEY_FORM.test(key)) {
    throw refusal('idempotency_key_invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  return key;
}
