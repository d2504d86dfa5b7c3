import type { Clock } from '../../kernel/clock.ts';
import { digesting } from '../../engine/bytes/digest.ts';
import { adoptBlobs, registerBlobs, discardBlobs, releaseBlobs } from '../../engine/blob/orphan-blobs.ts';
import type { EncryptedStore } from '../../engine/blob/encrypted/encrypted-store.ts';
import { blobKeyOf, blobOf, newRevision } from '../../nouns/document/document-blob.rules.ts';
import { documentPages, isUnchanged } from '../../nouns/document/stored/document-pages.ts';
import type { DocumentRow } from '../../nouns/document/document.present.ts';
import { DamageError } from '../../kernel/damage.ts';
import { OperationError } from '../../kernel/errors.ts';
import type { Database } from '../../engine/sql/database.ts';
import type { RotationCount } from './rotation-count.ts';

interface Reencryption {
  readonly database: Database;
  readonly blobs: EncryptedStore;
  readonly clock: Clock;
  readonly progress: (sentence: string) => void;
}

/**
 * Encrypts every document again that is not encrypted with the first key. The new bytes get their own storage key, then
 * the row points to them, and the old bytes stay for running downloads. So an interruption loses nothing: the sweep
 * removes unused bytes, and the next run continues.
 */
export async function reencryptDocuments(reencryption: Reencryption, rotated: RotationCount): Promise<void> {
  const { blobs, progress } = reencryption;
  for await (const rows of documentPages(reencryption.database)) {
    for (const row of rows) {
      rotated.lookedAt += 1;
      if (row.encrypted_with !== blobs.encryptsWith) await reencryptDocument(reencryption, row, rotated);
    }
    progress(`Documents: ${rotated.lookedAt} looked at, ${rotated.encrypted} encrypted again.`);
  }
}

/** How many documents are not encrypted with the first key. */
export async function countStaleDocuments({ database, blobs }: Reencryption): Promise<number> {
  let count = 0;
  for await (const rows of documentPages(database)) {
    count += rows.filter(({ encrypted_with }) => encrypted_with !== blobs.encryptsWith).length;
  }
  return count;
}

async function reencryptDocument(
  reencryption: Reencryption,
  row: DocumentRow,
  rotated: RotationCount,
): Promise<void> {
  const { database, blobs, clock } = reencryption;
  const revision = newRevision();
  const key = blobKeyOf({ id: row.id, revision });
  await registerBlobs(database.writes, [key], clock());
  try {
    await copyBytes(blobs, row, key);
    if (await pointTo(reencryption, row, { key, revision })) rotated.encrypted += 1;
    else rotated.changedMeanwhile += 1;
  } catch (error) {
    // If the document was replaced meanwhile, its old bytes may be gone, and that is no damage.
    if (error instanceof DamageError && (await isUnchanged(database, row))) rotated.damage(error.location);
    else if (error instanceof DamageError || hasExpired(error)) rotated.changedMeanwhile += 1;
    else throw error;
  } finally {
    await discardBlobs(database.writes, blobs, [key]);
  }
}

/**
 * Stores the bytes of a document under another storage key. Throws DamageError if the bytes have changed since the
 * upload.
 */
async function copyBytes(blobs: EncryptedStore, row: DocumentRow, key: string): Promise<void> {
  const source = await blobs.get(blobOf(row));
  if (source === null)
    throw new DamageError('The bytes of a document are missing.', `blob/${blobKeyOf(row)}`);
  const file = digesting(source);
  await blobs.put(key, file.body);
  const { sha256, size } = file.digest();
  if (sha256 !== row.sha256 || size !== row.size) {
    throw new DamageError('A document is not what was uploaded.', `blob/${blobKeyOf(row)}`);
  }
}

/** Points the row to the new bytes; false if the document was replaced meanwhile. */
async function pointTo(
  { database, blobs, clock }: Reencryption,
  row: DocumentRow,
  { key, revision }: { readonly key: string; readonly revision: string },
): Promise<boolean> {
  return database.transaction(async (db) => {
    const updated = await db
      .updateTable('document')
      .set({ revision, encrypted_with: blobs.encryptsWith })
      .where('id', '=', row.id)
      .where('revision', row.revision === null ? 'is' : '=', row.revision)
      .executeTakeFirstOrThrow();
    if (updated.numUpdatedRows === 0n) return false;
    await adoptBlobs(db, [key]);
    await releaseBlobs(db, [blobKeyOf(row)], clock());
    return true;
  });
}

/** Whether the sweep removed the new bytes because the storage was slow. The next run tries again. */
const hasExpired = (error: unknown) => error instanceof OperationError && error.code === 'conflict';
