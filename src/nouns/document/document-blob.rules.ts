import type { BlobAddress } from '../../engine/blob/encrypted/encrypted-store.ts';
import { world } from '../../kernel/world.ts';

interface StoredDocument {
  readonly id: string;
  readonly revision: string | null;
  readonly size: number;
  readonly encrypted_with: string;
}

/**
 * The storage key of the bytes. It always begins with the id of the document, so that no row can point to another
 * document's bytes.
 */
export const blobKeyOf = ({ id, revision }: Pick<StoredDocument, 'id' | 'revision'>): string =>
  revision === null ? id : `${id}-${revision}`;

/** The storage key of a document's bytes, and the name of the key that encrypts them. */
export const blobOf = (row: StoredDocument): BlobAddress => ({
  key: blobKeyOf(row),
  size: row.size,
  encryptedWith: row.encrypted_with,
});

/** The suffix that `newRevision` adds to a storage key. */
const REVISION = /-[0-9a-f]{16}$/;

/**
 * A revision for bytes that are stored again. It has eight random bytes, so that two attempts never have the same
 * storage key.
 */
export const newRevision = (): string => world.bytes(8).toString('hex');

/** The id of the document in a storage key. */
export const documentIdOf = (blobKey: string): string => blobKey.replace(REVISION, '');
