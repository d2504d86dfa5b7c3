import type { Kysely } from 'kysely';
import type { Clock } from '../../../kernel/clock.ts';
import type { Tables } from '../../sql/tables.ts';
import { fileTypeOf } from '../../file-type/file-type.ts';
import { type Digest, digesting } from '../../bytes/digest.ts';
import { Inspector, type PdfFinding } from '../inspection/inspector.ts';
import { registerBlobs, discardBlobs, uploadExpired, isRegistered, withdrawBlobs } from '../orphan-blobs.ts';
import type { EncryptedStore } from './encrypted-store.ts';
import { isStorageError } from '../storage-error.ts';
import { world } from '../../../kernel/world.ts';

/**
 * An uploaded file whose bytes are stored under the id of its future row. It is a class, so no JSON value can be
 * mistaken for it.
 */
export class StagedFile {
  readonly fileId: string;
  readonly digest: Digest;
  /** The id of the encryption key. */
  readonly encryptedWith: string;
  /** The findings of the inspection; none if the file was not inspected. */
  readonly findings: readonly PdfFinding[];

  constructor({ fileId, digest, encryptedWith, findings }: StagedFacts) {
    this.fileId = fileId;
    this.digest = digest;
    this.encryptedWith = encryptedWith;
    this.findings = findings;
  }
}

type StagedFacts = Pick<StagedFile, 'fileId' | 'digest' | 'encryptedWith' | 'findings'>;

/** One for all gateways of a process: it has a thread. */
const inspector = new Inspector();

interface Staging {
  /** Stores the bytes of a file. Throws `conflict` if the sweep removed them before the upload was complete. */
  stage(body: AsyncIterable<Uint8Array>): Promise<StagedFile>;
  /**
   * Removes the files that no operation adopted. Called once at the end of a request, successful or not. It never
   * rejects, because a rejection would replace the result of the request. The sweep removes what is left over. A slow
   * removal continues after this resolves.
   */
  close(): Promise<void>;
}

/** How long a response waits for the removal of files, because a storage may not respond. */
const REMOVAL_PATIENCE_MS = 1_000;

async function withinPatience(removal: Promise<void>): Promise<void> {
  const patience = Promise.withResolvers<void>();
  const timer = world.after(patience.resolve, REMOVAL_PATIENCE_MS);
  await Promise.race([removal, patience.promise]);
  world.cancel(timer);
}

interface StagingOptions {
  readonly db: Kysely<Tables>;
  readonly store: EncryptedStore;
  readonly clock: Clock;
  /** Makes the keys of the files. */
  readonly makeKey: () => string;
  /** The most files that one request may bring. */
  readonly filesMax: number;
  /** Gets the size of each file that was stored. */
  readonly onStored: (bytes: number) => void;
}

/** The files of one request until an operation adopts them. Their keys are registered in one statement. */
export function openStaging({ db, store, clock, makeKey, filesMax, onStored }: StagingOptions): Staging {
  const now = clock();
  const keys = Array.from({ length: filesMax }, makeKey);
  const free = [...keys];
  const stored = new Set<string>();
  const doubtful = new Set<string>();
  let registration: Promise<void> | undefined;

  return {
    async stage(body) {
      const key = free.shift();
      if (key === undefined) throw new Error('More files were staged than the request may bring.');
      registration ??= registerBlobs(db, keys, now);
      await registration;
      const file = digesting(body);
      try {
        await store.put(key, file.body);
      } catch (error) {
        if (isStorageError(error)) doubtful.add(key);
        throw (await isRegistered(db, key)) ? error : uploadExpired();
      }
      stored.add(key);
      const digest = file.digest();
      onStored(digest.size);
      // The sweep claimed the key before its bytes were stored and will not return to it.
      if (!(await isRegistered(db, key))) {
        stored.delete(key);
        await store.remove(key);
        throw uploadExpired();
      }
      const { encryptsWith: encryptedWith } = store;
      const address = { key, size: digest.size, encryptedWith };
      const findings = mayBePdf(digest)
        ? await inspector.inspect({ size: digest.size, read: () => store.get(address) })
        : [];
      return new StagedFile({ fileId: key, digest, encryptedWith, findings });
    },
    async close() {
      if (registration === undefined) return;
      // After a lost connection the storage may still store the bytes, so the row stays and the sweep removes them
      // later.
      const empty = keys.filter((key) => !stored.has(key) && !doubtful.has(key));
      const cleared = registration
        .then(() => withdrawBlobs(db, empty))
        .then(() => discardBlobs(db, store, [...stored]));
      await withinPatience(cleared.catch(() => {}));
    },
  };
}

/** A PDF without `startxref` was cut off or damaged, so there is little to inspect. */
const mayBePdf = (digest: Digest): boolean =>
  fileTypeOf(digest) === 'application/pdf' && Buffer.from(digest.tail).includes('startxref');
