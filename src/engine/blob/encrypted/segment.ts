import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { DamageError } from '../../../kernel/damage.ts';
import { KEY_ID_LENGTH, keyId, type SecretKeys } from '../../crypto/keys.ts';
import { world } from '../../../kernel/world.ts';

/*
 * The format of encrypted blobs, version 1: the STREAM construction, as in age and in Tink's AES-GCM-HKDF.
 *
 *   header    'fgb1', the id of the key (8 characters), a random salt (32 bytes)
 *   segments  each up to 64 KiB of the file in AES-256-GCM and its tag (16 bytes); all but the last are full
 *
 * Every blob has its own key: HKDF-SHA-256 of the key of files with the salt. The nonce of a segment is its number (11
 * bytes, big-endian) and whether it is the last (1 byte), so segments cannot be left out, repeated, moved or cut off at
 * the end. The additional authenticated data is the header and the key of the blob, so a blob cannot be decrypted if it
 * was copied to another key.
 */

/** Bytes of the file in one segment. Measured: 16 KiB costs more calls; 256 KiB is not faster and needs more memory. */
export const SEGMENT_BYTES = 64 * 1024;
const TAG_BYTES = 16;
export const ENCRYPTED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_BYTES;

const VERSION = 'fgb1';
const SALT_BYTES = 32;
export const HEADER_BYTES = VERSION.length + KEY_ID_LENGTH + SALT_BYTES;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
/** Bytes of the number in the nonce: the most that JavaScript writes in one call, and more than any file needs. */
const NUMBER_BYTES = 6;

/** Bytes of an encrypted file of `size` bytes. */
export function encryptedSize(size: number): number {
  return HEADER_BYTES + size + TAG_BYTES * (lastSegment(size) + 1);
}

/** The number of the last segment of a file. The first is 0; an empty file has one segment too. */
export const lastSegment = (size: number): number => Math.max(0, Math.ceil(size / SEGMENT_BYTES) - 1);

/** Offset of a segment in the encrypted bytes. */
export const segmentStart = (number: number): number => HEADER_BYTES + number * ENCRYPTED_SEGMENT_BYTES;

export function newHeader(keys: SecretKeys): Buffer {
  return Buffer.concat([Buffer.from(VERSION + keyId(keys[0])), world.bytes(SALT_BYTES)]);
}

interface Segments {
  /** The encrypted segment and its tag, to be stored in this order. */
  encrypt(segment: Uint8Array, number: number, isLast: boolean): [Buffer, Buffer];
  /** Throws DamageError unless `encrypt` made these bytes for this segment. */
  decrypt(encrypted: Uint8Array, number: number, isLast: boolean): NonSharedBuffer;
}

/**
 * The segments of the blob that begins with `header`. Throws DamageError if the header is malformed or its key is
 * unknown.
 */
export function segmentsOf(blobKey: string, header: Uint8Array, keys: SecretKeys): Segments {
  const text = Buffer.from(header).toString('latin1');
  if (header.length !== HEADER_BYTES || !text.startsWith(VERSION)) {
    throw new DamageError('The header of an encrypted file is damaged.', `blob/${blobKey}`);
  }
  const id = text.slice(VERSION.length, VERSION.length + KEY_ID_LENGTH);
  const secret = keys.find((each) => keyId(each) === id);
  if (secret === undefined) {
    throw new DamageError('A file is encrypted with a key that is not configured.', `blob/${blobKey}`);
  }
  const salt = header.subarray(-SALT_BYTES);
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'fundgate/blob', KEY_BYTES));
  const aad = Buffer.concat([header, Buffer.from(blobKey)]);
  const options = { authTagLength: TAG_BYTES };

  return {
    encrypt(segment, number, isLast) {
      const cipher = createCipheriv(CIPHER, key, nonceOf(number, isLast), options).setAAD(aad);
      const encrypted = cipher.update(segment);
      cipher.final();
      return [encrypted, cipher.getAuthTag()];
    },
    decrypt(encrypted, number, isLast) {
      try {
        const decipher = createDecipheriv(CIPHER, key, nonceOf(number, isLast), options).setAAD(aad);
        const segment = decipher.update(encrypted.subarray(0, -TAG_BYTES));
        decipher.setAuthTag(encrypted.subarray(-TAG_BYTES)).final();
        return segment;
      } catch (cause) {
        const where = `blob/${blobKey}, segment ${number}`;
        throw new DamageError('A file is damaged or was moved there.', where, { cause });
      }
    },
  };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(number, NONCE_BYTES - 1 - NUMBER_BYTES, NUMBER_BYTES);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}
