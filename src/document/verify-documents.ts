import { digesting } from '../blob/digest.ts';
import { type EncryptedStore, storedSize } from '../blob/encrypted/encrypted-store.ts';
import { DamageError } from '../kernel/damage.ts';
import type { Database } from '../pipeline/database.ts';
import { blobOf } from './document-blob.rules.ts';
import { documentPages, isAsItWas } from './document-pages.ts';
import type { DocumentRow } from './document.present.ts';

/** Documents looked at together: a storage far away answers slowly, and each holds a segment or two. */
const TOGETHER = 8;

export interface DocumentFinding {
  /** `missing`: no bytes. `size`, `content`: other bytes than were uploaded. */
  readonly problem: 'missing' | 'size' | 'content';
  readonly document_id: string;
  readonly key: string;
}

interface Verifying {
  readonly database: Pick<Database, 'writes'>;
  readonly blobs: EncryptedStore;
  /** Whether the bytes are read and hashed, or only their number is compared. */
  readonly contents: boolean;
}

/** Compares every document with its bytes: null for each that is as it should be. */
export async function* verifyDocuments(verifying: Verifying): AsyncGenerator<DocumentFinding | null> {
  for await (const rows of documentPages(verifying.database)) {
    for (let at = 0; at < rows.length; at += TOGETHER) {
      yield* await Promise.all(rows.slice(at, at + TOGETHER).map((row) => verifyDocument(verifying, row)));
    }
  }
}

async function verifyDocument(verifying: Verifying, row: DocumentRow): Promise<DocumentFinding | null> {
  const problem = await problemOf(verifying, row);
  // One that was replaced in the meantime may have lost its bytes by right.
  if (problem === null || !(await isAsItWas(verifying.database, row))) return null;
  return { problem, document_id: row.id, key: blobOf(row).key };
}

async function problemOf(
  { blobs, contents }: Verifying,
  row: DocumentRow,
): Promise<DocumentFinding['problem'] | null> {
  const blob = blobOf(row);
  const size = await blobs.size(blob.key);
  if (size === null) return 'missing';
  if (size !== storedSize(blob)) return 'size';
  return contents && (await hashOf(blobs, row)) !== row.sha256 ? 'content' : null;
}

/** null for bytes that do not open. */
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
