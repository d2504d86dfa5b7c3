import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { databaseUnavailable } from '../sql/unavailable.ts';

/**
 * Errors of a file that cannot be written to: the file system is read-only, as Linux makes it after a disk error, or the
 * file is immutable. Not EACCES: permissions are checked when a file is opened, and this one is open.
 */
const UNWRITABLE: ReadonlySet<unknown> = new Set(['EROFS', 'EPERM']);

/** Throws `service_unavailable` if no change can be written to the open file. */
export async function requireWritable(filename: string): Promise<void> {
  try {
    await access(filename, constants.W_OK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNWRITABLE.has(error.code))
      throw databaseUnavailable('unwritable', error);
  }
}
