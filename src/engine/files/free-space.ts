import { statfs } from 'node:fs/promises';

/**
 * Less free space than this counts as a full disk: SQLite and uploads grow in pages and blocks, so a few last bytes may
 * still fit.
 */
const FREE_BYTES_MIN = 1024 * 1024;

/** Throws the error of the system if the disk of the folder is full. */
export async function requireFreeSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < FREE_BYTES_MIN)
    throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
}
