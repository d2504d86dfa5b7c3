import { text } from 'node:stream/consumers';
import type { Driver } from 'unstorage';
import type { ByteRange } from '../../bytes/byte-range.ts';

/** One entry of a storage. */
export interface StoredBlob {
  readonly key: string;
  /** Bytes; null while its write is unfinished, and after a write that was interrupted. */
  readonly size: number | null;
  /** When its bytes, or the last bytes of an unfinished write, were stored, by the clock of the storage. */
  readonly writtenAt: Date;
}

/**
 * How long its reader needs a chunk: for as long as it likes, so that the chunk is its own and it may free it, or until
 * it asks for the next one, so that the memory can be used again. For 100 MB that is used only once V8 collects all
 * garbage two or three times.
 */
export type ChunkLife = 'lasting' | 'brief';

/** What a storage must be able to do. The caller checks keys and never writes one key twice at the same time. */
export interface BlobVerbs {
  /**
   * Resolves when the bytes would survive a crash; when it rejects, it leaves no bytes behind. Rejects if the key
   * exists. The chunks of the body are brief.
   */
  setItemRaw(key: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  /** null when there is no such blob. With a range, the part of it that the blob has. */
  getItemRaw(
    key: string,
    options: { range?: ByteRange; chunks?: ChunkLife },
  ): Promise<ReadableStream<Uint8Array> | null>;
  getMeta(key: string): Promise<{ size: number } | null>;
  /** Also removes what a crash left of an unfinished write. Resolves if the key does not exist. */
  removeItem(key: string): Promise<void>;
  /**
   * Everything that takes space under a prefix, unfinished writes included, in no order. Holds one page in memory at a
   * time. What is written or removed meanwhile may be missing, and a write that finishes meanwhile may be listed twice.
   */
  list(prefix: string): AsyncIterable<StoredBlob>;
  /** Throws when a write would fail. Creates nothing. */
  ping(): Promise<void>;
  /** The marker that names the database of this storage; null if there is none. It is no blob and in no list. */
  readMarker(): Promise<string | null>;
  /** Writes the marker unless the storage has one, which then stays. */
  writeMarker(marker: string): Promise<void>;
  removeMarker(): Promise<void>;
}

/** The name of the marker. It has a dot, which no key has, so it is never a blob. */
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
