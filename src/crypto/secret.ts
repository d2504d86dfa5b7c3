import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { DamageError } from '../kernel/damage.ts';

/** 32 bytes each; the first signs and encrypts, all verify and decrypt. */
export type SecretKeys = readonly [Uint8Array, ...Uint8Array[]];

const KEY_BYTES = 32;
/** What AES-GCM is specified for; a random one repeats with a chance below 2^-32 within 4 billion values of a key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** GCM allows tags of four bytes, which can be guessed; not every release of Node refuses them by itself. */
const CIPHER_OPTIONS = { authTagLength: TAG_BYTES };

/** Keys for one purpose, so that no key ever serves two: HKDF-SHA-256 of each secret with the purpose as its info. */
export function deriveKeys(secrets: SecretKeys, purpose: string): SecretKeys {
  const derive = (secret: Uint8Array) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `fundgate/${purpose}`, KEY_BYTES));
  const [first, ...rest] = secrets;
  return [derive(first), ...rest.map(derive)];
}

/** HMAC-SHA-256 as 64 hex digits. */
export function hmac(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Hashes that cannot be made, nor tried, without the keys. */
export interface KeyedHash {
  /** With the first key. */
  make(text: string): string;
  /** With each of the keys, the first one first: what was hashed before a rotation is found among them. */
  makeAll(text: string): readonly [string, ...string[]];
}

export function createKeyedHash([first, ...rest]: SecretKeys): KeyedHash {
  return {
    make: (text) => hmac(first, text),
    makeAll: (text) => [hmac(first, text), ...rest.map((key) => hmac(key, text))],
  };
}

/** Whether any of the keys made this HMAC of the text; takes the same time wherever they differ. */
export function hmacMatches(keys: SecretKeys, text: string, mac: string): boolean {
  const given = Buffer.from(mac);
  return keys.some((key) => {
    const made = Buffer.from(hmac(key, text));
    return made.length === given.length && timingSafeEqual(made, given);
  });
}

/** A value that the vault sealed. A column of this type takes nothing else, and no statement can forget to seal it. */
export type Encrypted = `v1.${string}.${string}`;

/** Keeps values unreadable where they are stored. `place` names the row and column: a value moved elsewhere does not open. */
export interface Vault {
  encrypt(text: string, aad: string): Encrypted;
  /** Throws DamageError when the value was damaged, moved or sealed with a key that is not among ours. */
  decrypt(encrypted: string, aad: string): string;
  /** How what is sealed with each of the keys begins; the first, what is sealed now. */
  readonly prefixes: readonly [Encrypted, ...Encrypted[]];
}

/** AES-256-GCM; a sealed value reads `v1.<key>.<base64url of nonce, ciphertext, tag>`. */
export function createVault(keys: SecretKeys): Vault {
  const byName = new Map(keys.map((key) => [keyId(key), key]));
  const [encryptionKey, ...others] = keys;
  const prefixOf = (key: Uint8Array): Encrypted => `v1.${keyId(key)}.`;
  const prefix = prefixOf(encryptionKey);
  return {
    prefixes: [prefix, ...others.map(prefixOf)],
    encrypt(text, aad) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, encryptionKey, nonce, CIPHER_OPTIONS).setAAD(Buffer.from(aad));
      const encrypted = Buffer.concat([
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${prefix}${encrypted.toString('base64url')}`;
    },
    decrypt(encrypted, aad) {
      const [version, name = '', body = ''] = encrypted.split('.');
      const key = byName.get(name);
      if (version !== 'v1' || key === undefined)
        throw new DamageError('A value is sealed with a key that is not configured.', rowOf(aad));
      const bytes = Buffer.from(body, 'base64url');
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), CIPHER_OPTIONS)
          .setAAD(Buffer.from(aad))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        return (
          decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch (cause) {
        throw new DamageError('A value is damaged or was moved there.', rowOf(aad), { cause });
      }
    },
  };
}

/** Column and row of a place; what follows them may be a client's own word. */
const rowOf = (aad: string): string => aad.split('/', 2).join('/');

/** Characters of the name of a key. */
export const KEY_ID_LENGTH = 8;

/** Tells keys apart without telling anything of them. */
export function keyId(key: Uint8Array): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const digest = hash('sha256', Buffer.concat([Buffer.from('fundgate/key-name'), key]), 'hex');
  const name = digest.slice(0, KEY_ID_LENGTH);
  names.set(key, name);
  return name;
}

/** Every event and every sealed value asks for the name of its key. */
const names = new WeakMap<Uint8Array, string>();
