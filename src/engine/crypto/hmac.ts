import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from './keys.ts';

/** HMAC-SHA-256 as 64 hex digits. */
export function hmac(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
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
}

export function createKeyedHash([first, ...rest]: SecretKeys): KeyedHash {
  return {
    make: (text) => hmac(first, text),
    makeAll: (text) => [hmac(first, text), ...rest.map((key) => hmac(key, text))],
  };
}
