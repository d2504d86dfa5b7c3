import { encodeTime, monotonicFactory, ulidToUUID, uuidToULID } from 'ulid';
import type { IdPrefix } from './nouns.ts';

export type { IdPrefix };

/** A clock that is set back further than this was wrong until now: ids follow it, they do not stay in its future. */
const SET_BACK_MAX_MS = 60_000;

/** Random bytes drawn at once: to ask the system for each character costs more than the rest of an id. */
const RANDOM_BYTES = 4_096;
const random = new Uint8Array(RANDOM_BYTES);
let drawn = RANDOM_BYTES;

/** One of 256 equally likely numbers from 0 to below 1, which the 32 characters of an id divide evenly. */
function chance(): number {
  if (drawn === RANDOM_BYTES) {
    crypto.getRandomValues(random);
    drawn = 0;
  }
  const byte = random[drawn] ?? 0;
  drawn += 1;
  return byte / 256;
}

// Monotonic, so that ids made in the same millisecond still sort by creation.
let ulid = monotonicFactory(chance);
let latest = 0;

/** A new opaque, URL-safe id that sorts by the moment it was made, also within one millisecond. */
export function newId(prefix: IdPrefix, moment: Date): string {
  const time = moment.getTime();
  if (time < latest - SET_BACK_MAX_MS) {
    ulid = monotonicFactory(chance);
    latest = time;
  }
  latest = Math.max(latest, time);
  return `${prefix}_${ulid(time).toLowerCase()}`;
}

/** The least id that could be made at a moment: what is older sorts before it, what is as old or newer after it. */
export function leastId(prefix: IdPrefix, moment: Date): string {
  return `${prefix}_${encodeTime(Math.max(0, moment.getTime()), ID_TIME_LENGTH).toLowerCase()}${'0'.repeat(ID_RANDOM_LENGTH)}`;
}

/** Whether a text has the form of an id of that kind; says nothing of whether the resource exists. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.length === ID_LENGTH && text.startsWith(`${prefix}_`) && /^[0-9a-z]+$/.test(text.slice(4));
}

/**
 * An id as it came, for a look-up. What no id looks like becomes empty, which finds nothing: a text may hold what a
 * database refuses.
 */
export function lookupId(text: string): string {
  return /^[\w-]{1,64}$/.test(text) ? text : '';
}

/** The 128 bits of an id. */
export function packId(id: string): Uint8Array {
  return Buffer.from(ulidToUUID(id.slice(id.indexOf('_') + 1).toUpperCase()).replaceAll('-', ''), 'hex');
}

/** The id that was packed. */
export function unpackId(prefix: IdPrefix, bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return `${prefix}_${uuidToULID(uuid.join('-')).toLowerCase()}`;
}

const ID_TIME_LENGTH = 10;
const ID_RANDOM_LENGTH = 16;
const ID_LENGTH = 'cus_'.length + ID_TIME_LENGTH + ID_RANDOM_LENGTH;
