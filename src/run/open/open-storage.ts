import type { EncryptedStore } from '../../engine/blob/encrypted/encrypted-store.ts';
import { ConfigError } from '../../kernel/config-error.ts';
import { joinStorage, ownershipOf } from '../../nouns/document/stored/own-storage.ts';
import type { Database } from '../../engine/sql/database.ts';
import type { OpenRights } from './open-rights.ts';
import { startStep } from './start-step.ts';

export const UNUSABLE_STORAGE = 'The file storage (STORAGE_URL, by default in DATA_DIR) cannot be used';

export const FOREIGN_STORAGE =
  'The file storage (STORAGE_URL, by default in DATA_DIR) belongs to another database than DATABASE_URL names; correct one of them, or run storage claim.';
const LOST_FILES =
  'The file storage (STORAGE_URL, by default in DATA_DIR) has none of the files of this database; correct STORAGE_URL, restore them, or run storage claim.';

interface Pair {
  readonly database: Database;
  readonly blobs: EncryptedStore;
}

/** Throws if the storage belongs to another database. Gives the two a common marker if they have none. */
export async function openStorage(pair: Pair, { mayMake, claimsStorage }: OpenRights): Promise<void> {
  await startStep(UNUSABLE_STORAGE, async () => {
    const found = await ownershipOf(pair);
    if (!claimsStorage && found === 'foreign') throw new ConfigError(FOREIGN_STORAGE);
    if (!claimsStorage && found === 'lost') throw new ConfigError(LOST_FILES);
    if (claimsStorage && found === 'foreign') await pair.blobs.unmark();
    if (mayMake || claimsStorage) await joinStorage(pair);
    await pair.blobs.ping();
    // Checked again, because another database may have claimed this storage at the same moment.
    if (mayMake && (await ownershipOf(pair)) !== 'own') throw new ConfigError(FOREIGN_STORAGE);
  });
}
