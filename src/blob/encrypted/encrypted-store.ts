import { nameOf, type SecretKeys } from '../../crypto/secret.ts';
import { opened } from './decrypt-stream.ts';
import type { ByteRange } from '../range.ts';
import { sealing } from './encrypt-stream.ts';
import { sealedSize } from './segment.ts';
import type { BlobStore } from '../store.ts';

/** Where the bytes of a document are, as its row says. What it says is demanded of the bytes. */
export interface BlobAddress {
  readonly key: string;
  /** Of the file, without what sealing adds. */
  readonly size: number;
  /** The name of the key; null for bytes that were stored before there was any sealing, and are plain. */
  readonly sealedWith: string | null;
}

/** A store that none of its storages can read: bytes are sealed on the way in and opened on the way out. */
export interface SealedStore extends Omit<BlobStore, 'get'> {
  /** The name of the key that seals; the rest still open. */
  readonly sealsWith: string;
  /**
   * null when there is no such blob. Rejects, or breaks the stream, with a DamageError when it is not what was stored
   * there. A stream that is not read to its end must be cancelled.
   */
  get(blob: BlobAddress, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
}

/** Seals whatever goes into a store, with keys that serve nothing else. */
export function sealedStore(store: BlobStore, keys: SecretKeys): SealedStore {
  return {
    ...store,
    sealsWith: nameOf(keys[0]),
    put: (key, body) => store.put(key, sealing(body, key, keys)),
    get({ key, size, sealedWith }, range) {
      if (sealedWith === null) return store.get(key, range);
      return opened({ key, size, read: (part) => store.get(key, part) }, range, keys);
    },
  };
}

/** How many bytes a blob takes in the storage. */
export const storedSize = ({ size, sealedWith }: BlobAddress): number =>
  sealedWith === null ? size : sealedSize(size);
