import { text } from 'node:stream/consumers';
import type { Driver } from 'unstorage';
import type { ByteRange } from '../range.ts';

/** What stands in a storage under one key. */
export interface StoredBlob {
  readonly key: string;
  /** Bytes; null while its write is unfinished, and after one that was cut off. */
  readonly size: number | null;
  /** When its bytes, or the last of an unfinished write, were stored, by the clock of the storage. */
  readonly writtenAt: Date;
}

/** What a storage must be able to do. The keys it is given are valid, and no key is written twice at a time. */
export interface BlobVerbs {
  /** Resolves when the bytes would survive a crash; leaves nothing of them when it rejects. Refuses a key that exists. */
  setItemRaw(key: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  /** null when there is no such blob. Of a range, the part that the blob has. */
  getItemRaw(key: string, options: { range?: ByteRange }): Promise<ReadableStream<Uint8Array> | null>;
  getMeta(key: string): Promise<{ size: number } | null>;
  /** Also what a crash left of an unfinished write. An absent key is fine. */
  removeItem(key: string): Promise<void>;
  /**
   * Everything that takes space, unfinished writes included, in no order. Holds at most a page of it at a time, however
   * much there is. What is put or removed meanwhile may be there or not, and a key that is being finished twice.
   */
  list(prefix: string): AsyncIterable<StoredBlob>;
  /** Throws when a write would fail. Makes nothing that was not there. */
  ping(): Promise<void>;
  /** The marker by which a database knows its storage; null where there is none. It is no blob, and in no list. */
  readMarker(): Promise<string | null>;
  /** Writes the marker unless there is one, which then stays. */
  writeMarker(marker: string): Promise<void>;
  removeMarker(): Promise<void>;
}

/** The name of the marker. No key has a dot, so it is never taken for a blob. */
export const MARKER_NAME = '.fundgate-storage';

/** An unstorage driver that streams. */
export type BlobDriver = Driver & BlobVerbs;

/** Completes the verbs to the interface of unstorage, whose text side blobs have no use for. */
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
