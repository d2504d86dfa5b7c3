import { text } from 'node:stream/consumers';
import type { Driver } from 'unstorage';
import type { ByteRange } from '../../bytes/byte-range.ts';

/** One entry of a storage. */
export interface StoredBlob {
  readonly key: string;
  /** Bytes; null if its write is unfinished or was interrupted. */
  readonly size: number | null;
  /** When its last bytes were stored, by the clock of the storage. */
  readonly writtenAt: Date;
}

/**
 * `lasting`: the reader owns the chunk and may free it. `brief`: the chunk is valid until the next read, so its memory
 * can be used again. With new memory for each chunk, a file of 100 MB costs two or three full garbage collections.
 */
export type ChunkLife = 'lasting' | 'brief';

/** What a storage must be able to do. The caller checks keys and never writes one key twice at the same time. */
export interface BlobVerbs {
  /**
   * Resolves when the bytes would survive a crash. Rejects if the key exists. After a rejection no bytes are left. The
   * chunks of the body are brief.
   */
  setItemRaw(key: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  /** null if there is no such blob. A range may reach beyond the end of the blob. */
  getItemRaw(
    key: string,
    options: { range?: ByteRange; chunks?: ChunkLife },
  ): Promise<ReadableStream<Uint8Array> | null>;
  getMeta(key: string): Promise<{ size: number } | null>;
  /** Also removes the remains of a write that a crash interrupted. Resolves if the key does not exist. */
  removeItem(key: string): Promise<void>;
  /**
   * Everything that takes space under a prefix, also unfinished writes, in no order. Holds one page in memory at a
   * time. A blob that is written or removed during the listing may be missing, and a write that finishes then may be
   * listed twice.
   */
  list(prefix: string): AsyncIterable<StoredBlob>;
  /** Throws if a write would fail. Creates nothing. */
  ping(): Promise<void>;
  /** The marker that names the database of this storage; null if there is none. No list contains it. */
  readMarker(): Promise<string | null>;
  /** Writes the marker; an existing marker stays. */
  writeMarker(marker: string): Promise<void>;
  removeMarker(): Promise<void>;
}

/** The name of the marker. Keys have no dots, so no blob can have this name. */
export const MARKER_NAME = '.fundgate-storage';

/** An unstorage driver that streams. */
export type BlobDriver = Driver & BlobVerbs;

/** Adds the text methods of the unstorage interface, which blobs do not use. */
export function blobDriver(name: string, verbs: BlobVerbs): BlobDriver {
  return {
    ...verbs,
    name,
    hasItem: async (key) => (await verbs.getMeta(key)) !== null,
    getItem: async (key) => {
      const body = await verbs.getItemRaw(key, {});
      return body === null ? null : text(body);
    },
    getKeys: (base) => Array.fromAsync(verbs.list(base), ({ key }) => key),
  };
}
