import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { DamageError } from '../../kernel/damage.ts';
import { keyId, type SecretKeys } from './keys.ts';
import { world } from '../../kernel/world.ts';

/**
 * The nonce length of AES-GCM. Among 4 billion values of a key, the chance that a random nonce repeats is below 2^-32.
 */
const NONCE_BYTES = 12;
/** Nonces that are drawn at once, because a system call for each takes a quarter of the encryption of a short value. */
const NONCES = 128;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** GCM also allows tags of four bytes, which can be guessed. Not every release of Node rejects them by itself. */
const CIPHER_OPTIONS = { authTagLength: TAG_BYTES };

/** An encrypted value: `v1.<key id>.<base64url>`. A column of this type cannot be assigned plain text by mistake. */
export type Encrypted = `v1.${string}.${string}`;

/**
 * Encrypts values for the database. `aad` (additional authenticated data) names the column and row, so a value cannot
 * be decrypted if it was copied to another row.
 */
export interface Vault {
  encrypt(text: string, aad: string): Encrypted;
  /** Throws DamageError if the value was altered, moved to another row, or encrypted with an unknown key. */
  decrypt(encrypted: string, aad: string): string;
  /** The beginning of the values that each key encrypted; the first is the prefix of new values. */
  readonly prefixes: readonly [Encrypted, ...Encrypted[]];
}

/** A vault with AES-256-GCM; the base64url part of a value is nonce, ciphertext, tag. */
export function createVault(keys: SecretKeys): Vault {
  // Key objects, because raw bytes would make each value take a third longer.
  const byId = new Map(keys.map((key) => [keyId(key), createSecretKey(key)]));
  const [newest, ...others] = keys;
  const encryptionKey = createSecretKey(newest);
  const prefixOf = (key: Uint8Array): Encrypted => `v1.${keyId(key)}.`;
  const prefix = prefixOf(newest);
  const nextNonce = createNonces();
  return {
    prefixes: [prefix, ...others.map(prefixOf)],
    encrypt(text, aad) {
      const nonce = nextNonce();
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
      const [version, id = '', body = ''] = encrypted.split('.');
      const key = byId.get(id);
      if (version !== 'v1' || key === undefined)
        throw new DamageError('A value is encrypted with a key that is not configured.', rowOf(aad));
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

/** Random nonces. Each is given once. Its bytes are overwritten later, so it is used at once. */
function createNonces(): () => Uint8Array {
  const drawn = new Uint8Array(NONCES * NONCE_BYTES);
  let next = drawn.length;
  return () => {
    if (next === drawn.length) {
      world.fillRandom(drawn);
      next = 0;
    }
    next += NONCE_BYTES;
    return drawn.subarray(next - NONCE_BYTES, next);
  };
}

/** Column and row of an aad. The rest can be text that a client chose, and must not reach a log. */
const rowOf = (aad: string): string => aad.split('/', 2).join('/');
