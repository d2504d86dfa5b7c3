import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { keyId, type SecretKeys } from './keys.ts';

/** Bytes that SHA-256 reads at once. RFC 2104 fills the key up to them. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** The bytes with which RFC 2104 mixes the key for the first hash and for the second one. */
const INNER_BYTE = 0x36;
const OUTER_BYTE = 0x5c;
/** Characters: more than nearly all rows and events have. */
const SHORT_LENGTH = 16_384;
/** Of UTF-8, for a character of a string. */
const CHARACTER_BYTES_MAX = 3;

/** What is hashed first; it is used again for each HMAC, because memory of this size is slow to get. */
const hashed = Buffer.alloc(BLOCK_BYTES + SHORT_LENGTH * CHARACTER_BYTES_MAX);

/** The key as the beginning of both hashes; after `outer` there is room for the first hash. */
interface Pads {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

const padsOf = new WeakMap<Uint8Array, Pads>();

/**
 * HMAC-SHA-256 as 64 hex digits. Two hashes by one call each take about half as long as Node's `Hmac`, which is a
 * stream.
 */
export function hmac(key: Uint8Array, text: string): string {
  if (text.length > SHORT_LENGTH || key.length > BLOCK_BYTES)
    return createHmac('sha256', key).update(text).digest('hex');
  let pads = padsOf.get(key);
  if (pads === undefined) padsOf.set(key, (pads = createPads(key)));
  hashed.set(pads.inner);
  const end = BLOCK_BYTES + hashed.write(text, BLOCK_BYTES, 'utf8');
  // The hash is a string of one character for each byte, so it needs no Buffer of its own.
  pads.outer.write(hash('sha256', hashed.subarray(0, end), 'binary'), BLOCK_BYTES, 'latin1');
  return hash('sha256', pads.outer, 'hex');
}

function createPads(key: Uint8Array): Pads {
  const padded = (byte: number, room: number) => {
    const pad = Buffer.alloc(BLOCK_BYTES + room);
    for (let at = 0; at < BLOCK_BYTES; at += 1) pad[at] = (key[at] ?? 0) ^ byte;
    return pad;
  };
  return { inner: padded(INNER_BYTE, 0), outer: padded(OUTER_BYTE, DIGEST_BYTES) };
}

/** Whether any of the keys made this HMAC of the text. It takes the same time wherever the HMACs differ. */
export function hmacMatches(keys: SecretKeys, text: string, mac: string): boolean {
  return keys.some((key) => isSameMac(hmac(key, text), mac));
}

/** Whether two HMACs are equal. It takes the same time wherever they differ. */
export function isSameMac(made: string, given: string): boolean {
  const [a, b] = [Buffer.from(made), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Hashes of texts for look-ups. Without the keys they cannot be computed or guessed. */
export interface KeyedHash {
  /** Uses the first key. */
  make(text: string): string;
  /** One hash for each key, the first key first, so a hash from before a rotation is found too. */
  makeAll(text: string): readonly [string, ...string[]];
  /** Like `make` and `makeAll`, with the ids of the keys, so that a rotation finds the hashes of other keys. */
  makeNamed(text: string): string;
  makeAllNamed(text: string): readonly [string, ...string[]];
  /** How a named hash begins that was made with the first key. */
  readonly prefix: string;
}

export function createKeyedHash([first, ...rest]: SecretKeys): KeyedHash {
  const named = (key: Uint8Array, text: string) => `${keyId(key)}.${hmac(key, text)}`;
  return {
    make: (text) => hmac(first, text),
    makeAll: (text) => [hmac(first, text), ...rest.map((key) => hmac(key, text))],
    makeNamed: (text) => named(first, text),
    makeAllNamed: (text) => [named(first, text), ...rest.map((key) => named(key, text))],
    prefix: `${keyId(first)}.`,
  };
}
