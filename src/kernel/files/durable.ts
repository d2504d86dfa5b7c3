import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from './private-folder.ts';

/** A new name in a folder survives a crash only after the folder itself is synced. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Like `makePrivateFolder`; each folder that it makes survives a crash. */
export async function makeDurableFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeDurableFolder(parent);
  try {
    await mkdir(folder, { mode: PRIVATE_FOLDER_MODE });
  } catch (error) {
    if (!(await isFolder(folder))) throw error;
  }
  await syncFolder(parent);
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Writes a short private file atomically unless it exists. When several processes do so together, the first wins. */
export async function writeFirst(file: string, text: string): Promise<void> {
  await makeDurableFolder(dirname(file));
  const own = `${file}.${randomUUID()}`;
  try {
    await writeFile(own, text, { mode: PRIVATE_FILE_MODE, flag: 'wx', flush: true });
    await link(own, file);
    await syncFolder(dirname(file));
  } catch (error) {
    const isThere = await stat(file).then(
      () => true,
      () => false,
    );
    if (!isThere) throw error;
  } finally {
    await rm(own, { force: true });
  }
}
