import type { Kysely } from 'kysely';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/id.ts';
import type { Tables } from '../kernel/tables.ts';
import { type Digest, digesting } from './digest.ts';
import { announceBlobs, discardBlobs, expired, isAwaited, withdrawBlobs } from './orphan-blobs.ts';
import type { EncryptedStore } from './encrypted/encrypted-store.ts';
import { isStorageError } from './storage-error.ts';

/** A file whose bytes are stored under the id of a document to come. A class, so that no JSON can pass for one. */
export class StagedFile {
  readonly documentId: string;
  readonly digest: Digest;
  /** The name of the key. */
  readonly encryptedWith: string;

  constructor(documentId: string, digest: Digest, encryptedWith: string) {
    this.documentId = documentId;
    this.digest = digest;
    this.encryptedWith = encryptedWith;
  }
}

export interface Staging {
  /** Stores the bytes of a file before anything refers to them. */
  stage(body: AsyncIterable<Uint8Array>): Promise<StagedFile>;
  /**
   * Removes whatever nothing came to refer to. Called once, whatever became of the request, and rejects never: it would
   * hide what became of it. What it cannot remove is left to the sweep, and what takes long goes on without whoever waits.
   */
  close(): Promise<void>;
}

/** How long an answer waits for the removal of bytes that nobody wants any more: a storage may be silent. */
const REMOVAL_PATIENCE_MS = 1_000;

async function withinPatience(removal: Promise<void>): Promise<void> {
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, REMOVAL_PATIENCE_MS);
  await Promise.race([removal, patience.promise]);
  clearTimeout(timer);
}

interface StagingOptions {
  readonly db: Kysely<Tables>;
  readonly store: EncryptedStore;
  readonly clock: Clock;
  /** How many files a request may bring at most. */
  readonly filesMax: number;
}

/** The place of the files of one request until an operation takes them over. Their keys are announced in one statement. */
export function openStaging({ db, store, clock, filesMax }: StagingOptions): Staging {
  const now = clock();
  const keys = Array.from({ length: filesMax }, () => newId('doc', now));
  const free = [...keys];
  const stored = new Set<string>();
  const doubtful = new Set<string>();
  let announced: Promise<void> | undefined;

  return {
    async stage(body) {
      const key = free.shift();
      if (key === undefined) throw new Error('More files were staged than the request may bring.');
      announced ??= announceBlobs(db, keys, now);
      await announced;
      const file = digesting(body);
      try {
        await store.put(key, file.body);
      } catch (error) {
        if (isStorageError(error)) doubtful.add(key);
        throw (await isAwaited(db, key)) ? error : expired();
      }
      stored.add(key);
      // A sweep that came upon the key before its bytes were there will not come again.
      if (!(await isAwaited(db, key))) {
        stored.delete(key);
        await store.remove(key);
        throw expired();
      }
      return new StagedFile(key, file.digest(), store.encryptsWith);
    },
    async close() {
      if (announced === undefined) return;
      // What a storage at the other end of a broken connection has may still be on its way there: the sweep comes later.
      const empty = keys.filter((key) => !stored.has(key) && !doubtful.has(key));
      const cleared = announced
        .then(() => withdrawBlobs(db, empty))
        .then(() => discardBlobs(db, store, [...stored]));
      await withinPatience(cleared.catch(() => {}));
    },
  };
}
