import type { KeyUses } from '../../../pipeline/gateway.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { steadyMs, type Clock } from '../../../kernel/clock.ts';
import type { OperationError } from '../../../kernel/errors.ts';
import type { PromiseOrValue } from '../../../engine/async/promise-or-value.ts';
import type { Foundation } from '../../../pipeline/context.ts';
import { digestOfApiKey } from '../api-key.rules.ts';
import { bearerOf, unknownKey } from '../bearer.ts';
import { refusalOfEnded, type TrustedKey, trustedKey } from '../trusted-key.ts';

/** A revoked key works at most this much longer. So the key of a busy partner is looked up only once a second. */
const KEY_CACHED_MS = 1_000;
/** More than the keys in use at once. A full cache is emptied, which costs one look-up for each key. */
const KEYS_CACHED_MAX = 10_000;
/** Longer than any key that is made or supplied; a longer header is not hashed. */
const KEY_LENGTH_MAX = 255;
/** The longest remembered header: the key and the scheme before it. */
const HEADER_LENGTH_MAX = KEY_LENGTH_MAX + 'Bearer '.length;

/** If `request` is given, a wrong key counts against the address of the request. */
export type Authenticate = (authorization: string | null, request?: Request) => PromiseOrValue<Caller>;

interface Asked {
  readonly authorization: string | null;
  readonly request: Request | undefined;
  readonly now: Date;
}

/** Limits the requests with unknown keys. */
interface WrongKeyLimit {
  /** Called before the look-up of a key that this process does not know. May throw. */
  require(request: Request): void;
  /** Called for each wrong or missing key. */
  note(request: Request): void;
}

type Authenticating = Pick<Foundation, 'database' | 'rowMacs' | 'apiKeyHash' | 'policy'>;

interface KnownKey extends TrustedKey {
  /** By the monotonic clock. */
  readonly untilMs: number;
}

interface LookUp extends Pick<KnownKey, 'untilMs'> {
  readonly key: Promise<KnownKey | null>;
}

/**
 * Finds the caller of an `Authorization` header, or throws one of the four `api_key_*` codes. Each refusal takes one
 * look-up, so that its time does not show what was wrong.
 */
export function createAuthenticator(
  { database, rowMacs, apiKeyHash, policy }: Authenticating,
  clock: Clock,
  keyUses: KeyUses,
  wrongKeyLimit: WrongKeyLimit | null = null,
): Authenticate {
  const known = new Map<string, KnownKey>();
  // In a sandbox a reset gives the key another partner, and the next request must find it.
  const cachedMs = policy.sandbox ? 0 : KEY_CACHED_MS;
  const elapsedMs = steadyMs(clock);
  const sharedLookUp = shared(lookUp, elapsedMs, cachedMs);
  const digestOf = rememberDigests(elapsedMs);

  return (authorization, request) => {
    const digest = digestOf(authorization);
    const cached = known.get(digest);
    // Not checked for a key that was valid before. Otherwise a neighbour behind the same address could lock it out.
    if (cached === undefined && request !== undefined) wrongKeyLimit?.require(request);
    if (cached !== undefined && cached.untilMs > elapsedMs())
      return callerOf(cached, { authorization, request, now: clock() });
    const now = clock();
    return sharedLookUp(digest).then((key) => {
      // Other keys of the same look-up may have been wrong since.
      if (cached === undefined && key === null && request !== undefined) wrongKeyLimit?.require(request);
      return callerOf(key, { authorization, request, now });
    });
  };

  /** The caller of a found key. Throws if there is no key, or if it has ended. */
  function callerOf(key: KnownKey | null, { authorization, request, now }: Asked): Caller {
    if (key === null) return refuse(request, unknownKey(authorization, policy));
    const ended = refusalOfEnded(key, now);
    if (ended !== null) return refuse(request, ended);
    keyUses.note(key.row.id, now);
    return key.caller;
  }

  function refuse(request: Request | undefined, error: OperationError): never {
    if (request !== undefined) wrongKeyLimit?.note(request);
    throw error;
  }

  /**
   * The key of a digest; null if there is none. `untilMs` was taken before the look-up, so a revocation during the
   * look-up takes effect a second after its start. Throws as `trustedKey` does.
   */
  async function lookUp(digest: string, untilMs: number): Promise<KnownKey | null> {
    const trusted = await trustedKey(database.reads, rowMacs, { hashes: apiKeyHash.makeAll(digest) });
    if (trusted === null) return null;
    const key = { ...trusted, untilMs };
    if (refusalOfEnded(key, clock()) === null) {
      if (known.size >= KEYS_CACHED_MAX) known.clear();
      known.set(digest, key);
    } else {
      known.delete(digest);
    }
    return key;
  }
}

/** Shares one look-up among requests that come together after a cached key has expired. */
function shared(
  lookUp: (digest: string, untilMs: number) => Promise<KnownKey | null>,
  elapsedMs: () => number,
  cachedMs: number,
): (digest: string) => Promise<KnownKey | null> {
  const underWay = new Map<string, LookUp>();

  return async (digest) => {
    const begun = underWay.get(digest);
    if (begun !== undefined && begun.untilMs > elapsedMs()) return begun.key;
    const untilMs = elapsedMs() + cachedMs;
    const own: LookUp = { untilMs, key: lookUp(digest, untilMs) };
    underWay.set(digest, own);
    try {
      return await own.key;
    } finally {
      if (underWay.get(digest) === own) underWay.delete(digest);
    }
  };
}

/**
 * Returns the digest of the key in a header. If the header was seen within the last second, it is not parsed and hashed
 * again. Once a second all headers are forgotten.
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
