import { keyId, type SecretKeys } from '../../crypto/keys.ts';
import { decryptStream } from './decrypt-stream.ts';
import type { ByteRange } from '../range.ts';
import { encryptStream } from './encrypt-stream.ts';
import { encryptedSize } from './segment.ts';
import type { BlobStore } from '../store.ts';

/** Where the bytes of a document are, as its row says. What it says is demanded of the bytes. */
export interface BlobAddress {
  readonly key: string;
  /** Of the file, without what sealing adds. */
  readonly size: number;
  /** The name of the key; null for bytes that were stored before there was any sealing, and are plain. */
  readonly encryptedWith: string | null;
}

/** A store that none of its storages can read: bytes are sealed on the way in and opened on the way out. */
export interface EncryptedStore extends Omit<BlobStore, 'get'> {
  /** The name of the key that seals; the rest still open. */
  readonly encryptsWith: string;
  /**
   * null when there is no such blob. Rejects, or breaks the stream, with a DamageError when it is not what was stored
   * there. A stream that is not read to its end must be cancelled.
   */
  get(blob: BlobAddress, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
}

/** Seals whatever goes into a store, with keys that serve nothing else. */
export function encryptedStore(store: BlobStore, keys: SecretKeys): EncryptedStore {
  return {
    ...store,
    encryptsWith: keyId(keys[0]),
    put: (key, body) => store.put(key, encryptStream(body, key, keys)),
    get({ key, size, encryptedWith }, range) {
      if (encryptedWith === null) return store.get(key, range);
      return decryptStream({ key, size, read: (part) => store.get(key, part) }, range, keys);
    },
  };
}

/** How many bytes a blob takes in the storage. */
export const storedSize = ({ size, encryptedWith }: BlobAddress): number =>
  encryptedWith === null ? size : encryptedSize(size);
