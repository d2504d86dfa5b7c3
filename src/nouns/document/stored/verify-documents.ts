import { digesting } from '../../../engine/bytes/digest.ts';
import { type EncryptedStore, storedSize } from '../../../engine/blob/encrypted/encrypted-store.ts';
import { isStorageError } from '../../../engine/blob/storage-error.ts';
import { DamageError } from '../../../kernel/damage.ts';
import type { Database } from '../../../engine/sql/database.ts';
import { blobOf } from '../document-blob.rules.ts';
import { documentPages, isUnchanged } from './document-pages.ts';
import type { DocumentRow } from '../document.present.ts';

/**
 * Documents compared at once. A remote storage responds slowly, and each document holds one or two segments in memory.
 */
const TOGETHER = 8;

/** Attempts to read a file from a storage that responds. A connection may break once, and hardly three times. */
const READ_ATTEMPTS = 3;

export interface DocumentFinding {
  /** `missing`: there are no bytes. `size`, `content`: they are not the uploaded bytes, or cannot be read. */
  readonly problem: 'missing' | 'size' | 'content';
  readonly document_id: string;
  readonly key: string;
}

interface Verifying {
  readonly database: Pick<Database, 'writes'>;
  readonly blobs: EncryptedStore;
  /** Whether to read and hash the bytes. Otherwise only their size is compared. */
  readonly contents: boolean;
}

/** Compares every document with its bytes; yields null for each correct one. */
export async function* verifyDocuments(verifying: Verifying): AsyncGenerator<DocumentFinding | null> {
  for await (const rows of documentPages(verifying.database)) {
    for (let at = 0; at < rows.length; at += TOGETHER) {
      yield* await Promise.all(rows.slice(at, at + TOGETHER).map((row) => verifyDocument(verifying, row)));
    }
  }
}

async function verifyDocument(verifying: Verifying, row: DocumentRow): Promise<DocumentFinding | null> {
  const problem = await problemOf(verifying, row);
  // If a document was replaced since, its bytes may rightly be gone.
  if (problem === null || !(await isUnchanged(verifying.database, row))) return null;
  return { problem, document_id: row.id, key: blobOf(row).key };
}

type Problem = DocumentFinding['problem'];

async function problemOf(verifying: Verifying, row: DocumentRow): Promise<Problem | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await compare(verifying, row);
    } catch (error) {
      if (!isStorageError(error) || !(await isReachable(verifying.blobs))) throw error;
      if (attempt === READ_ATTEMPTS) return 'content';
    }
  }
}

async function compare({ blobs, contents }: Verifying, row: DocumentRow): Promise<Problem | null> {
  const blob = blobOf(row);
  const size = await blobs.size(blob.key);
  if (size === null) return 'missing';
  if (size !== storedSize(blob)) return 'size';
  return contents && (await hashOf(blobs, row)) !== row.sha256 ? 'content' : null;
}

/** Null if the bytes cannot be decrypted. */
async function hashOf(blobs: EncryptedStore, row: DocumentRow): Promise<string | null> {
  try {
    const source = await blobs.get(blobOf(row));
    if (source === null) return null;
    const file = digesting(source);
    for await (const _ of file.body);
    return file.digest().sha256;
  } catch (error) {
    if (error instanceof DamageError) return null;
    throw error;
  }
}

/** Whether a storage that failed for one file responds at all. */
const isReachable = (blobs: EncryptedStore): Promise<boolean> =>
  blobs.marker().then(
    (marker) => marker !== null,
    () => false,
  );
