import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from './keys.ts';

/** Bytes that SHA-256 takes at once. */
const BLOCK_BYTES = 64;
/** Bytes of most texts: the row of an event has some 400. */
const USUAL_BYTES = 4_096;
/** The most bytes of UTF-8 that one unit of a text takes. */
const UNIT_BYTES = 3;

const inner = Buffer.allocUnsafeSlow(BLOCK_BYTES + USUAL_BYTES);
const outer = Buffer.allocUnsafeSlow(BLOCK_BYTES + 32);

/**
 * HMAC-SHA-256 as 64 hex digits. A hash within a hash, as RFC 2104 defines it, takes half the time of `createHmac`, which
 * makes an object each time; longer texts and keys are left to that.
 */
export function hmac(key: Uint8Array, text: string): string {
  if (text.length * UNIT_BYTES > USUAL_BYTES || key.length > BLOCK_BYTES)
    return createHmac('sha256', key).update(text).digest('hex');
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    const byte = key[at] ?? 0;
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES, 'utf8');
  outer.write(hash('sha256', inner.subarray(0, end), 'latin1'), BLOCK_BYTES, 'latin1');
  return hash('sha256', outer, 'hex');
}

/** Whether any of the keys made this HMAC of the text. The time does not depend on where the HMACs differ. */
export function hmacMatches(keys: SecretKeys, text: string, mac: string): boolean {
  return keys.some((key) => isSameMac(hmac(key, text), mac));
}

/** Whether two HMACs are equal, in a time that does not depend on where they differ. */
export function isSameMac(made: string, given: string): boolean {
  const [a, b] = [Buffer.from(made), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The HMACs of a text that comes in pieces: one for each key, the first key first. */
export async function hmacsOfPieces(
  keys: SecretKeys,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<readonly [string, ...string[]]> {
  const [first, ...rest] = keys;
  const start = (key: Uint8Array) => createHmac('sha256', key);
  const [made, ...others] = [start(first), ...rest.map(start)];
  for await (const piece of pieces) for (const each of [made, ...others]) each.update(piece);
  return [made.digest('hex'), ...others.map((each) => each.digest('hex'))];
}

/** Hashes of texts for look-ups. They can be neither computed nor guessed without the keys. */
export interface KeyedHash {
  /** Uses the first key. */
  make(text: string): string;
  /** One hash for each key, the first key first, so that a hash from before a rotation is found too. */
  makeAll(text: string): readonly [string, ...string[]];
}

export function createKeyedHash([first, ...rest]: SecretKeys): KeyedHash {
  return {
    make: (text) => hmac(first, text),
    makeAll: (text) => [hmac(first, text), ...rest.map((key) => hmac(key, text))],
  };
}
