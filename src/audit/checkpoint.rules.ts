import { createHash, hash as digestOf } from 'node:crypto';
import type { Selectable } from 'kysely';
import { contentOf } from '../journal/event-mac.ts';
import type { EventRow } from '../journal/record.ts';
import { hmac, hmacMatches } from '../crypto/hmac.ts';
import { keyId, type SecretKeys } from '../crypto/keys.ts';
import type { Tables } from '../kernel/tables.ts';

export type CheckpointRow = Selectable<Tables['seal']>;
/** `founding` for events that are older than the marks; once there is a regular seal, no other may be founding. */
export type CheckpointKind = 'founding' | 'regular';

/** What the first seal names as the one before. */
export const NO_CHECKPOINT = '';

/** SHA-256 of everything that an event says, as 64 hex digits. */
export function hashOfEvent(event: EventRow): string {
  return digestOf('sha256', contentOf(event), 'hex');
}

/** The hash of a list of events, in the order of their ids. A stream of them needs no memory. */
export function listHash() {
  const digest = createHash('sha256');
  return {
    add: (eventId: string, hash: string) => void digest.update(`${eventId} ${hash}\n`),
    end: (): string => digest.digest('hex'),
  };
}

/** Of everything else in the row, and so of all seals before it. */
export function hashOfCheckpoint(checkpoint: Omit<CheckpointRow, 'hash' | 'mac'>): string {
  const { number, previous, kind, events, content, sealed_at, key } = checkpoint;
  const text = JSON.stringify([number, previous, kind, events, content, sealed_at, key]);
  return digestOf('sha256', text, 'hex');
}

/** A seal made with the first of the keys. */
export function makeCheckpoint(
  checkpoint: Omit<CheckpointRow, 'hash' | 'mac' | 'key'>,
  [key]: SecretKeys,
): CheckpointRow {
  const named = { ...checkpoint, key: keyId(key) };
  const hash = hashOfCheckpoint(named);
  return { ...named, hash, mac: hmac(key, macInput(hash)) };
}

/** Whether the gateway made the seal; null where its key is none of ours. */
export function isOurs({ key, hash, mac }: CheckpointRow, keys: SecretKeys): boolean | null {
  if (!keys.some((each) => keyId(each) === key)) return null;
  return hmacMatches(keys, macInput(hash), mac);
}

const macInput = (hash: string) => `seal ${hash}`;
