import { encodeTime, incrementBase32, ulid, ulidToUUID, uuidToULID } from 'ulid';
import type { IdPrefix } from './nouns.ts';
import { world } from './world.ts';

export type { IdPrefix };

/**
 * If the clock is set back by more than this, the earlier time was wrong and new ids use the corrected time. After a
 * smaller correction ids keep their order.
 */
const SET_BACK_MAX_MS = 60_000;

/**
 * Random bytes are drawn in blocks, because a system call for each character would cost more than the rest of an id.
 */
const RANDOM_BYTES = 4_096;
const random = new Uint8Array(RANDOM_BYTES);
let drawn = RANDOM_BYTES;

/**
 * A random number from 0 to below 1. It has 256 equally likely values, which the 32 characters of an id divide evenly.
 */
function chance(): number {
  if (drawn === RANDOM_BYTES) {
    world.fillRandom(random);
    drawn = 0;
  }
  const byte = random[drawn] ?? 0;
  drawn += 1;
  return byte / 256;
}

/**
 * Makes a new opaque, URL-safe id. Ids sort by their time of creation, also within one millisecond. An id with `room`
 * ends with 0, and no other id differs from it only in its last character: these are for `idBeside`.
 */
export type NewId = (prefix: IdPrefix, moment: Date, room?: 'room') => string;

/** Ids of one order. If its clock is set back by more than a minute, new ids use the corrected time. */
export function createIds(): NewId {
  let last = '';
  let latest = -Infinity;
  return (prefix, moment, room) => {
    const time = moment.getTime();
    const isLater = time > latest || time < latest - SET_BACK_MAX_MS;
    if (isLater) latest = time;
    // The next one in the same millisecond, so that these still sort by creation.
    const next = isLater ? ulid(time, chance) : incrementBase32(last);
    if (room === undefined) {
      last = next;
      return idOf(prefix, next);
    }
    const block = next.endsWith('0') ? next.slice(0, -1) : incrementBase32(next.slice(0, -1));
    last = `${block}Z`;
    return idOf(prefix, `${block}0`);
  };
}

const idOf = (prefix: IdPrefix, text: string): string => `${prefix}_${text.toLowerCase()}`;

/** The id in a place of 1 to 9 beside an id that has room. It sorts as that id does among the ids of other records. */
export const idBeside = (id: string, prefix: IdPrefix, place: number): string =>
  `${prefix}${id.slice(prefix.length, -1)}${place}`;

/** The ids of a process. In a sandbox the records of each partner have their own order (`CommandContext.newId`). */
export const newId: NewId = createIds();

/**
 * A new id with a place in an order: ids of one moment sort by their place. So several processes can give ids to rows
 * of one list, one after another.
 */
export function orderedId(prefix: IdPrefix, moment: Date, place: number): string {
  const placed = encodeTime(place, ID_PLACE_LENGTH).toLowerCase();
  const rest = newId(prefix, moment).slice(-(ID_RANDOM_LENGTH - ID_PLACE_LENGTH));
  return `${leastId(prefix, moment).slice(0, -ID_RANDOM_LENGTH)}${placed}${rest}`;
}

/** The smallest possible id of a moment. Older ids sort before it; ids of that moment or later sort after it. */
export function leastId(prefix: IdPrefix, moment: Date): string {
  return `${prefix}_${encodeTime(Math.max(0, moment.getTime()), ID_TIME_LENGTH).toLowerCase()}${'0'.repeat(ID_RANDOM_LENGTH)}`;
}

/** Whether a text has the form of an id of that kind. The record may not exist. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.length === ID_LENGTH && text.startsWith(`${prefix}_`) && /^[0-9a-z]+$/.test(text.slice(4));
}

/**
 * An id from a request, safe for a query. A text without the form of an id may contain what a database rejects, so it
 * becomes empty and finds nothing.
 */
export function lookupId(text: string): string {
  return /^[\w-]{1,64}$/.test(text) ? text : '';
}

/** The 128 bits of an id, without its prefix. */
export function packId(id: string): Uint8Array {
  return Buffer.from(ulidToUUID(id.slice(id.indexOf('_') + 1).toUpperCase()).replaceAll('-', ''), 'hex');
}

/** The id from its 128 bits; the reverse of `packId`. */
export function unpackId(prefix: IdPrefix, bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return `${prefix}_${uuidToULID(uuid.join('-')).toLowerCase()}`;
}

const ID_TIME_LENGTH = 10;
const ID_RANDOM_LENGTH = 16;
/** Room for 33 million places; the remaining characters are random. */
const ID_PLACE_LENGTH = 5;
const ID_LENGTH = 'cus_'.length + ID_TIME_LENGTH + ID_RANDOM_LENGTH;
