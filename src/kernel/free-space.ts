import { statfs } from 'node:fs/promises';

/** Less than this on a disk is a full one: SQLite and uploads grow in pages and blocks, and the last of them may still fit. */
const FREE_BYTES_MIN = 1024 * 1024;

/** Throws when the disk of a folder is full. */
export async function requireFreeSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < FREE_BYTES_MIN) throw new Error('The disk is full.');
}
