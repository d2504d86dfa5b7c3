import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import { hasValidMac } from '../../trail/record/event-mac.ts';
import type { EventRow } from '../../trail/record/event-row.ts';

/** `unknown`: the row names a key that is not among the keys. */
type Proof = 'genuine' | 'wrong' | 'unknown';

/** Checks events against the MAC of the key that their row names. */
export function eventProofs(keys: readonly Uint8Array[]) {
  const named = new Map<string, SecretKeys>(keys.map((key) => [keyId(key), [key]]));
  return (event: EventRow, { key, mac }: { readonly key: string; readonly mac: string }): Proof => {
    const own = named.get(key);
    if (own === undefined) return 'unknown';
    return hasValidMac(event, mac, own) ? 'genuine' : 'wrong';
  };
}

export type EventProofs = ReturnType<typeof eventProofs>;
