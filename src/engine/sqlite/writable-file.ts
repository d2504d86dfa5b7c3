import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { databaseUnavailable } from '../sql/unavailable.ts';

/**
 * Errors if a file cannot be written to: the file system is read-only (Linux does this after a disk error), or the file
 * is immutable. EACCES is not listed, because permissions are checked when a file is opened, and this file is open.
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
