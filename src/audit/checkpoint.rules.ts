import { createHash, hash as digestOf } from 'node:crypto';
import type { Selectable } from 'kysely';
import { contentOf } from '../journal/event-mac.ts';
import type { EventRow } from '../journal/record.ts';
import { hmac, hmacMatches, nameOf, type SecretKeys } from '../crypto/secret.ts';
import type { Tables } from '../kernel/tables.ts';

export type SealRow = Selectable<Tables['seal']>;
/** `founding` for events that are older than the marks; once there is a regular seal, no other may be founding. */
export type SealKind = 'founding' | 'regular';

/** What the first seal names as the one before. */
export const NO_SEAL = '';

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
export function hashOfSeal(seal: Omit<SealRow, 'hash' | 'mac'>): string {
  const { number, previous, kind, events, content, sealed_at, key } = seal;
  const text = JSON.stringify([number, previous, kind, events, content, sealed_at, key]);
  return digestOf('sha256', text, 'hex');
}

/** A seal made with the first of the keys. */
export function makeSeal(seal: Omit<SealRow, 'hash' | 'mac' | 'key'>, [key]: SecretKeys): SealRow {
  const named = { ...seal, key: nameOf(key) };
  const hash = hashOfSeal(named);
  return { ...named, hash, mac: hmac(key, sealed(hash)) };
}

/** Whether the gateway made the seal; null where its key is none of ours. */
export function isOurs({ key, hash, mac }: SealRow, keys: SecretKeys): boolean | null {
  if (!keys.some((each) => nameOf(each) === key)) return null;
  return hmacMatches(keys, sealed(hash), mac);
}

const sealed = (hash: string) => `seal ${hash}`;
