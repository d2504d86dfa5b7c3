import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { databaseUnavailable } from '../unavailable.ts';

/**
 * What the system answers where it permits no write: the file system is read-only, as Linux makes it after an error of the
 * disk, or the file cannot be changed. Permissions (EACCES) count when a file is opened, and this one is open.
 */
const UNWRITABLE: ReadonlySet<unknown> = new Set(['EROFS', 'EPERM']);

/** Throws `service_unavailable` where no change can be written to the open file. */
export async function requireWritable(filename: string): Promise<void> {
  try {
    await access(filename, constants.W_OK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNWRITABLE.has(error.code))
      throw databaseUnavailable('unwritable', error);
  }
}
