import { hash, hkdfSync } from 'node:crypto';

/** 32 bytes each. The first signs and encrypts; every key verifies and decrypts, so that keys can be rotated. */
export type SecretKeys = readonly [Uint8Array, ...Uint8Array[]];

const KEY_BYTES = 32;

/** Length of a key id in characters. */
export const KEY_ID_LENGTH = 8;

/** Keys for one purpose, so that no key has two uses: HKDF-SHA-256 of each secret with the purpose as its info. */
export function deriveKeys(secrets: SecretKeys, purpose: string): SecretKeys {
  const derive = (secret: Uint8Array) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `fundgate/${purpose}`, KEY_BYTES));
  const [first, ...rest] = secrets;
  return [derive(first), ...rest.map(derive)];
}

/** Every event and every encrypted value needs the id of its key, so each is computed once. */
const ids = new WeakMap<Uint8Array, string>();

/** The id of a key: 8 hex digits of a hash, which reveal nothing of the key. */
export function keyId(key: Uint8Array): string {
  const known = ids.get(key);
  if (known !== undefined) return known;
  const digest = hash('sha256', Buffer.concat([Buffer.from('fundgate/key-name'), key]), 'hex');
  const id = digest.slice(0, KEY_ID_LENGTH);
  ids.set(key, id);
  return id;
}
