import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Only the account of the gateway may read its folders. */
export const PRIVATE_FOLDER_MODE = 0o700;
export const PRIVATE_FILE_MODE = 0o600;
/** The bits of a mode that give rights to other accounts. */
export const OTHERS = 0o077;

/**
 * Makes a folder and its parents with the private mode. It does not use `recursive: true`, because that option retries
 * for ever if a folder cannot be made, for example under /proc.
 */
export function makePrivateFolder(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER_MODE });
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Removes the rights of other accounts from a file or folder. Does nothing if it is absent or belongs to another
 * account.
 */
export function makePrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  const euid = process.geteuid?.();
  if (stats === undefined || euid === undefined || (euid !== 0 && euid !== stats.uid)) return;
  const mode = stats.isDirectory() ? PRIVATE_FOLDER_MODE : PRIVATE_FILE_MODE;
  if ((stats.mode & OTHERS) !== 0) chmodSync(path, mode);
}
