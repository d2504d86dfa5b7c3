import type { KeyUses } from '../pipeline/gateway.ts';
import type { Caller } from '../kernel/caller.ts';
import { steadyMs, timestamp, type Clock } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';
import { forgedRow } from '../crypto/row-mac.ts';
import type { Foundation } from '../pipeline/context.ts';
import { apiKeyAad, requireGenuineKey } from './api-key-mac.ts';
import { type ApiKeyRow, roleOf, scopesOf } from './api-key.present.ts';
import { digestOfApiKey } from './api-key.rules.ts';
import { recordedKeySteps } from './api-key-steps.ts';
import { bearerOf, CHALLENGE, unknownKey } from './bearer.ts';

/** A revoked key works at most this much longer. The key of a busy partner is looked up once a second. */
const KEY_CACHED_MS = 1_000;
/** More than the keys in use at once. When the cache is full it is emptied, which costs one look-up per key. */
const KEYS_CACHED_MAX = 10_000;
/** Longer than any key that is made or supplied; a longer header is not hashed. */
const KEY_LENGTH_MAX = 255;
/** The longest header that is remembered: the key and the word before it. */
const HEADER_LENGTH_MAX = KEY_LENGTH_MAX + 'Bearer '.length;

export type Authenticate = (authorization: string | null) => Promise<Caller>;

interface KnownKey {
  readonly row: ApiKeyRow;
  readonly caller: Caller;
  /** On the monotonic clock. */
  readonly untilMs: number;
}

/**
 * Finds the caller of an `Authorization` header, or throws one of the four `api_key_*` codes. Each refusal takes one
 * look-up, so that the time of the answer does not show what was wrong.
 */
export function createAuthenticator(
  { database, rowMacs, apiKeyHash }: Pick<Foundation, 'database' | 'rowMacs' | 'apiKeyHash'>,
  clock: Clock,
  keyUses: KeyUses,
): Authenticate {
  const known = new Map<string, KnownKey>();
  const elapsedMs = steadyMs(clock);
  const digestOf = rememberDigests(elapsedMs);

  return async (authorization) => {
    const digest = digestOf(authorization);
    const now = clock();
    const cached = known.get(digest);
    const key = cached !== undefined && cached.untilMs > elapsedMs() ? cached : await lookUp(digest);
    if (key === null) throw unknownKey(authorization);
    if (key.row.revoked_at !== null) throw refusal('api_key_revoked', 'This API key was revoked.', CHALLENGE);
    if (key.row.expires_at !== null && key.row.expires_at <= timestamp(now)) {
      throw refusal('api_key_expired', 'This API key has expired.', CHALLENGE);
    }
    keyUses.note(key.row.id, now);
    return key.caller;
  };

  /**
   * The key of a digest; null where there is none. Throws where the gateway did not write the row, or where it was set
   * back to before a revocation or rotation.
   */
  async function lookUp(digest: string): Promise<KnownKey | null> {
    // Taken before the look-up: a revocation during it takes effect a second from now.
    const untilMs = elapsedMs() + KEY_CACHED_MS;
    const row = await database.reads
      .selectFrom('api_key')
      .selectAll()
      .select(recordedKeySteps().as('recorded'))
      .where('hash', 'in', apiKeyHash.makeAll(digest))
      .executeTakeFirst();
    if (row === undefined) return null;
    requireGenuineKey(rowMacs, row);
    if (row.recorded !== row.steps) throw forgedRow(apiKeyAad(row.id));
    const key = { row, caller: callerOf(row), untilMs };
    if (row.revoked_at === null) {
      if (known.size >= KEYS_CACHED_MAX) known.clear();
      known.set(digest, key);
    } else {
      known.delete(digest);
    }
    return key;
  }
}

/**
 * Returns the digest of the key in a header. A header that was seen within the last second is not parsed and hashed
 * again. All headers are forgotten together, once a second.
 */
function rememberDigests(elapsedMs: () => number): (authorization: string | null) => string {
  let recent = new Map<string, string>();
  let untilMs = 0;

  return (authorization) => {
    const now = elapsedMs();
    if (now >= untilMs || recent.size >= KEYS_CACHED_MAX) {
      recent = new Map();
      untilMs = now + KEY_CACHED_MS;
    }
    const header = authorization ?? '';
    const known = recent.get(header);
    if (known !== undefined) return known;
    const digest = digestOfApiKey(bearerOf(authorization).slice(0, KEY_LENGTH_MAX + 1));
    if (header.length <= HEADER_LENGTH_MAX) recent.set(header, digest);
    return digest;
  };
}

function callerOf(row: ApiKeyRow): Caller {
  const role = roleOf(row);
  return {
    actor: row.id,
    role,
    scopes: new Set(scopesOf(row)),
    partnerId: role === 'partner' ? row.partner_id : null,
    keyId: row.id,
  };
}
