import { keyId, type SecretKeys } from '../../crypto/keys.ts';
import { decryptStream } from './decrypt-stream.ts';
import type { ByteRange } from '../../bytes/byte-range.ts';
import { encryptStream } from './encrypt-stream.ts';
import { encryptedSize } from './segment.ts';
import type { BlobStore } from '../store.ts';

/** Where the bytes of a file are, from its row. The bytes must match the row. */
export interface BlobAddress {
  readonly key: string;
  /** Bytes of the plain file. */
  readonly size: number;
  /** The id of the key; null to read the encrypted bytes, for a copy. */
  readonly encryptedWith: string | null;
}

/** A blob store whose storage only ever sees encrypted bytes: it encrypts on `put` and decrypts on `get`. */
export interface EncryptedStore extends Omit<BlobStore, 'get'> {
  /** The id of the key for new blobs; the other keys still decrypt. */
  readonly encryptsWith: string;
  /**
   * null if there is no such blob. Rejects, or breaks the stream, with a DamageError if the bytes have changed since
   * they were stored. A stream that is not read to its end must be cancelled.
   */
  get(blob: BlobAddress, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
}

/** Encrypts everything in a store, with keys that have no other use. */
export function encryptedStore(store: BlobStore, keys: SecretKeys): EncryptedStore {
  return {
    ...store,
    encryptsWith: keyId(keys[0]),
    put: (key, body) => store.put(key, encryptStream(body, key, keys)),
    get({ key, size, encryptedWith }, range) {
      if (encryptedWith === null) return store.get(key, range);
      return decryptStream({ key, size, read: (part) => store.get(key, part, 'brief') }, range, keys);
    },
  };
}

/** Bytes that a blob takes in the storage. */
export const storedSize = ({ size, encryptedWith }: BlobAddress): number =>
  encryptedWith === null ? size : encryptedSize(size);
