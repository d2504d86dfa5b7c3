import { run } from '../api.ts';
import { nowMs } from '../clock.ts';
import { KeysToSeeDocument, type KeysToSeeQuery } from '../generated/graphql.ts';
import { changesAny, useReload } from '../live/use-events.ts';
import { mayDo } from '../session-state.ts';
import { useLoad } from '../use-load.ts';

/** A key that the person asked for and another person approved. */
export type KeyToSee = KeysToSeeQuery['approvals']['nodes'][number];

/** Milliseconds for which the gateway keeps a secret for the person who asked for it: seven days. */
const SECRET_MS = 604_800_000;
/** The key and the end of its approval are of one transaction, and rounded to a second. */
const SAME_MS = 2_000;

/** Until when its maker can see the secret; null if it is too late. */
export function secretUntil({ decidedAt }: { readonly decidedAt: string | null }): string | null {
  const until = Date.parse(decidedAt ?? '') + SECRET_MS;
  return until > nowMs() ? new Date(until).toISOString() : null;
}

interface Key {
  readonly id: string;
  readonly name: string;
  readonly operatorId: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** Finds the approval of a listed key whose secret the person may not have seen yet; null if there is none. */
export function useKeysToSee(
  keys: readonly (Key & { readonly successorId: string | null })[],
): (key: Key) => KeyToSee | null {
  const loaded = useLoad('keys to see', async () => (mayDo('ADMIN') ? run(KeysToSeeDocument, {}) : null));
  useReload(changesAny('approval'), loaded.refresh);
  const found = (loaded.data?.approvals.nodes ?? []).filter((each) => each.own && secretUntil(each) !== null);
  const makes = (key: Key, { objectId, input, decidedAt }: KeyToSee) => {
    if (objectId !== null)
      return keys.some(({ id, successorId }) => id === objectId && successorId === key.id);
    const isSame = input?.['operator_id'] === key.operatorId && (input['name'] ?? 'default') === key.name;
    return isSame && Math.abs(Date.parse(key.createdAt) - Date.parse(decidedAt ?? '')) <= SAME_MS;
  };
  return (key) => (key.lastUsedAt === null ? (found.find((each) => makes(key, each)) ?? null) : null);
}
