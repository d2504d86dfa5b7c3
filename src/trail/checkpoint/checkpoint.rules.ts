import { createHash, hash as digestOf } from 'node:crypto';
import type { Selectable } from 'kysely';
import { hmac, hmacMatches } from '../../engine/crypto/hmac.ts';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import type { Tables } from '../../engine/sql/tables.ts';

export type CheckpointRow = Selectable<Tables['checkpoint']>;

/** The `previous` of the first checkpoint. */
export const NO_CHECKPOINT = '';

/** An event as the list of a checkpoint has it. */
export interface ListedEvent {
  readonly position: number;
  /** Null if the event is gone. */
  readonly mac: string | null;
  /** Whether the gateway wrote the event, as far as it knew when it made the checkpoint. */
  readonly isGenuine: boolean;
}

/** Hashes a list of events in the order of their positions, one at a time, so the memory does not grow with the list. */
export function listHash() {
  const digest = createHash('sha256');
  return {
    add: ({ position, mac, isGenuine }: ListedEvent) =>
      void digest.update(`${position} ${isGenuine ? '' : 'not '}${mac ?? 'gone'}\n`),
    end: (): string => digest.digest('hex'),
  };
}

/** The hash of all other columns. One of them is `previous`, so the hash covers all earlier checkpoints. */
export function hashOfCheckpoint(checkpoint: Omit<CheckpointRow, 'hash' | 'mac'>): string {
  const { number, previous, last_position, events, content, made_at, key } = checkpoint;
  const text = JSON.stringify([number, previous, last_position, events, content, made_at, key]);
  return digestOf('sha256', text, 'hex');
}

/** Completes a checkpoint with its hash and its MAC, made with the first key. */
export function makeCheckpoint(
  checkpoint: Omit<CheckpointRow, 'hash' | 'mac' | 'key'>,
  [key]: SecretKeys,
): CheckpointRow {
  const named = { ...checkpoint, key: keyId(key) };
  const hash = hashOfCheckpoint(named);
  return { ...named, hash, mac: hmac(key, macInput(hash)) };
}

/** Whether the gateway made the checkpoint; null if its key is not among `keys`. */
export function isOurs({ key, hash, mac }: CheckpointRow, keys: SecretKeys): boolean | null {
  if (!keys.some((each) => keyId(each) === key)) return null;
  return hmacMatches(keys, macInput(hash), mac);
}

const macInput = (hash: string) => `checkpoint ${hash}`;
