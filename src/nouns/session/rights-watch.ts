import { refusalOfEnded, type TrustedKey, trustedKey } from '../api-key/trusted-key.ts';
import { unknownKey } from '../api-key/bearer.ts';
import { isForgery } from '../../engine/crypto/row-mac.ts';
import type { Caller } from '../../kernel/caller.ts';
import { catalogue } from '../../kernel/error-catalogue.ts';
import { OperationError } from '../../kernel/errors.ts';
import type { Foundation } from '../../pipeline/context.ts';
import type { Going, RightsWatch } from '../../pipeline/gateway.ts';
import { ownerSeenBy } from '../../pipeline/rows/tenancy.ts';
import { findSessionByHash } from './find-session.ts';
import { createKeyVersions } from './key-versions.ts';
import { world } from '../../kernel/world.ts';

/**
 * Milliseconds between two rounds. Anything running ends within a second after its right: this time and a round of some
 * queries.
 */
const ROUND_MS = 400;

/** The caller as it is now, or the error that its request would get now. */
type Present = Caller | OperationError;

/**
 * Checks the rights of everything that runs in this process, once for each key and session in a round. If nothing runs,
 * there are no rounds.
 */
export function createRightsWatch(foundation: Foundation): RightsWatch {
  const watched = new Map<string, Set<Going>>();
  const versions = createKeyVersions(foundation.database);
  const presents = createPresents(foundation);
  let rounds: AbortController | null = null;

  async function look(): Promise<void> {
    const each = [...watched.values()].flatMap(([first]) => first?.caller ?? []);
    const keyIds = each.flatMap(({ sessionHash, keyId }) => (sessionHash === null ? (keyId ?? []) : []));
    const found = await versions(keyIds);
    presents.forgetOthers(found);
    await Promise.all(each.map(async (caller) => settle(caller, await orEnded(presents.of(caller, found)))));
  }

  /** Ends everything that the caller may no longer have. Null if its rights are not known now. */
  function settle(caller: Caller, present: Present | null): void {
    if (present === null) return;
    for (const going of watched.get(nameOf(caller)) ?? []) {
      const error = present instanceof OperationError ? present : refusalFor(going, present);
      if (error === null && !isMoved(going, present)) continue;
      leave(going);
      going.onLost(error);
    }
  }

  function leave(going: Going): void {
    const name = nameOf(going.caller);
    const others = watched.get(name);
    others?.delete(going);
    if (others?.size === 0) watched.delete(name);
    if (watched.size > 0) return;
    rounds?.abort();
    rounds = null;
    presents.forgetOthers(new Map());
  }

  return {
    watch(going) {
      const { keyId, sessionHash } = going.caller;
      // The command line and the gateway itself have no key.
      if (keyId === null && sessionHash === null) return () => {};
      const name = nameOf(going.caller);
      watched.set(name, (watched.get(name) ?? new Set()).add(going));
      if (rounds === null) {
        rounds = new AbortController();
        void inRounds(look, rounds.signal);
      }
      return () => leave(going);
    },
    end() {
      watched.clear();
      rounds?.abort();
      rounds = null;
    },
  };
}

/** Finds the callers of keys and sessions as they are now. A key is read in full only if its version has changed. */
function createPresents(foundation: Foundation) {
  const known = new Map<string, { readonly version: string; readonly key: TrustedKey }>();

  async function keyOf(keyId: string, version: string | undefined): Promise<TrustedKey | null> {
    const kept = known.get(keyId);
    if (version !== undefined && kept?.version === version) return kept.key;
    const key = await trustedKey(foundation.database.reads, foundation.rowMacs, { id: keyId });
    if (key !== null && version !== undefined) known.set(keyId, { version, key });
    return key;
  }

  async function presentKey(keyId: string, version: string | undefined): Promise<Present> {
    const key = await keyOf(keyId, version);
    if (key === null) return unknownKey('Bearer', foundation.policy);
    return refusalOfEnded(key, foundation.clock()) ?? key.caller;
  }

  return {
    async of({ sessionHash, keyId }: Caller, found: ReadonlyMap<string, string>): Promise<Present> {
      if (sessionHash !== null) return (await findSessionByHash(foundation, sessionHash)).caller;
      return presentKey(keyId ?? '', found.get(keyId ?? ''));
    },
    /** Forgets the keys that are not among these. */
    forgetOthers(found: ReadonlyMap<string, string>): void {
      for (const keyId of known.keys()) if (!found.has(keyId)) known.delete(keyId);
    },
  };
}

/** Looks in each round until the signal fires. */
async function inRounds(look: () => Promise<void>, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await world.pause(ROUND_MS, { signal: stop, ref: false }).catch(() => {});
    // If the database fails, the next round asks again. Other parts of the gateway report the failure.
    if (!stop.aborted) await look().catch(() => {});
  }
}

const nameOf = ({ keyId, sessionHash }: Caller): string => sessionHash ?? keyId ?? '';

/** Whether a reset of a sandbox gave the key to another partner. What runs still shows records of the old one. */
const isMoved = ({ caller }: Going, present: Present): boolean =>
  !(present instanceof OperationError) && ownerSeenBy(present) !== ownerSeenBy(caller);

function refusalFor({ require }: Going, present: Caller): OperationError | null {
  try {
    require(present);
    return null;
  } catch (error) {
    if (error instanceof OperationError) return error;
    throw error;
  }
}

/** The error if a right has ended or cannot be trusted; null if the database did not respond. */
async function orEnded(present: Promise<Present>): Promise<Present | null> {
  try {
    return await present;
  } catch (error) {
    if (!(error instanceof OperationError)) return null;
    return catalogue[error.code].status === 401 || isForgery(error) ? error : null;
  }
}
