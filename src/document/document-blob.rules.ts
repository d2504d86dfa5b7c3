import { randomBytes } from 'node:crypto';
import type { BlobAddress } from '../blob/encrypted/encrypted-store.ts';

interface StoredDocument {
  readonly id: string;
  readonly revision: string | null;
  readonly size: number;
  readonly sealed_with: string | null;
}

/** The key of the bytes always begins with the id of their document, so that no row can point at those of another. */
export const blobKeyOf = ({ id, revision }: Pick<StoredDocument, 'id' | 'revision'>): string =>
  revision === null ? id : `${id}-${revision}`;

/** Where the bytes of a document are, and how they are sealed. */
export const blobOf = (row: StoredDocument): BlobAddress => ({
  key: blobKeyOf(row),
  size: row.size,
  encryptedWith: row.sealed_with,
});

/** What `newRevision` adds to a key. */
const REVISION = /-[0-9a-f]{16}$/;

/** For bytes that are stored again: eight random bytes, so that no attempt meets what another left. */
export const newRevision = (): string => randomBytes(8).toString('hex');

/** The id of the document that a blob of this key would be of. */
export const documentIdOf = (blobKey: string): string => blobKey.replace(REVISION, '');
