import { createStorage } from 'unstorage';
import type { BlobDriver, ChunkLife, StoredBlob } from './drivers/blob-driver.ts';
import type { StorageSettings } from './drivers/storage-kind.ts';
import { STORAGE_SCHEMES, storageOf } from './storages.ts';
import { checkKey, checkPrefix } from './drivers/key.ts';
import type { ByteRange } from '../bytes/byte-range.ts';
import { orUnavailable, storageError, mapStorageErrors, trackFailure } from './storage-error.ts';

export type { StoredBlob };

/**
 * Bytes by key. A key is `[a-z0-9_-]` segments separated by colons; it is written once and never overwritten. Every
 * failure of the storage, also a full disk, is `service_unavailable`, except in `list` and `ping`.
 */
export interface BlobStore {
  /**
   * Resolves when the bytes are durable. Rejects with the error of the body or the storage; then no bytes are left. A
   * chunk of the body is used up before the next one is requested.
   */
  put(key: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * null if there is no such blob. A range may reach beyond the end of the blob. A stream that is not read to its end
   * must be cancelled. Its chunks are `lasting` unless `brief` ones are requested.
   */
  get(key: string, range?: ByteRange, chunks?: ChunkLife): Promise<ReadableStream<Uint8Array> | null>;
  /** Bytes of the blob; null if there is none. */
  size(key: string): Promise<number | null>;
  /** Also removes the remains of a put that a crash interrupted. Resolves if the key does not exist. */
  remove(key: string): Promise<void>;
  /**
   * Everything that takes space under a prefix: `{ key, size, writtenAt }`, in no order. `size` is null if a put is
   * unfinished or was interrupted. It is read page by page, so a million blobs need little memory. A loop over it may
   * stop early.
   */
  list(prefix?: string): AsyncIterable<StoredBlob>;
  /** Throws if the storage does not respond or cannot be written to. Creates nothing. */
  ping(): Promise<void>;
  /**
   * The marker that names the database of this storage; null if there is none. Throws if the storage does not respond.
   */
  marker(): Promise<string | null>;
  /** Writes the marker; an existing marker stays. */
  mark(marker: string): Promise<void>;
  /** Removes the marker, so that another database can write its own. */
  unmark(): Promise<void>;
  /** Whether bytes survive the end of the process. If not, only one process uses the storage. */
  readonly isKept: boolean;
  close(): Promise<void>;
}

/** Opens the storage of a URL, such as `fs:<folder>`. Does not access the storage yet. */
export async function openBlobStore(
  storageUrl: string,
  settings: StorageSettings = { variables: {}, dataDir: '.' },
): Promise<BlobStore> {
  const storage = storageOf(storageUrl);
  if (storage === null) throw new Error(`A storage URL begins with one of: ${STORAGE_SCHEMES.join(':, ')}:.`);
  return storeOver(await storage.kind.open(storage.location, settings));
}

function storeOver(driver: BlobDriver): BlobStore {
  const storage = createStorage({ driver });
  return {
    async put(key, body) {
      const source = trackFailure(body);
      const storing = storage.setItemRaw(checkKey(key), source.body);
      await storing.catch((error: unknown) => {
        throw source.broke() ? error : storageError(error);
      });
    },
    async get(key, range, chunks = 'lasting') {
      const stream = await orUnavailable(storage.getItemRaw(checkKey(key), { range, chunks }));
      return stream && mapStorageErrors(stream);
    },
    size: async (key) => (await orUnavailable(driver.getMeta(checkKey(key))))?.size ?? null,
    remove: async (key) => orUnavailable(storage.removeItem(checkKey(key))),
    list: (prefix = '') => driver.list(checkPrefix(prefix)),
    ping: () => driver.ping(),
    marker: () => driver.readMarker(),
    mark: (marker) => driver.writeMarker(marker),
    unmark: () => driver.removeMarker(),
    isKept: driver.name !== 'memory',
    close: () => storage.dispose(),
  };
}
