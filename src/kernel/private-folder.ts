import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the gateway writes is for its own account only. */
export const PRIVATE_FOLDER_MODE = 0o700;
export const PRIVATE_FILE_MODE = 0o600;
/** Of a mode: what accounts other than the owner may do. */
export const OTHERS = 0o077;

/**
 * Makes a folder and those above it, for the owner only. Not `recursive`: where a folder cannot be made at all, as under
 * /proc, that tries for ever.
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

/** Takes from other accounts what they may do with a file or folder, where it is there and this account may say so. */
export function makePrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  const euid = process.geteuid?.();
  if (stats === undefined || euid === undefined || (euid !== 0 && euid !== stats.uid)) return;
  const mode = stats.isDirectory() ? PRIVATE_FOLDER_MODE : PRIVATE_FILE_MODE;
  if ((stats.mode & OTHERS) !== 0) chmodSync(path, mode);
}
