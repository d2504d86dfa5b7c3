import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from './private-folder.ts';
import { world } from '../../kernel/world.ts';

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

/** Writes a short private file atomically unless it exists. If several processes do so together, the first wins. */
export async function writeFirst(file: string, text: string): Promise<void> {
  try {
    await writeAside(file, text, async (own) => {
      await link(own, file);
      await syncFolder(dirname(file));
    });
  } catch (error) {
    const isThere = await stat(file).then(
      () => true,
      () => false,
    );
    if (!isThere) throw error;
  }
}

/** Replaces a short private file atomically: after a crash there is the old file or the new one. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await writeAside(file, text, (own) => rename(own, file));
}

/**
 * Writes a file beside another under a random name, and removes that name after `use`. A process id would not do as a
 * name, because containers can have the same one.
 */
async function writeAside(file: string, text: string, use: (own: string) => Promise<void>): Promise<void> {
  await makeDurableFolder(dirname(file));
  const own = `${file}.${world.uuid()}`;
  try {
    await writeFile(own, text, { mode: PRIVATE_FILE_MODE, flag: 'wx', flush: true });
    await use(own);
  } finally {
    await rm(own, { force: true });
  }
}

/** The suffix that `writeAside` adds to the name of a file. */
const ASIDE = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Milliseconds, longer than any write takes. If a file is older, its process was killed. */
const ABANDONED_MS = 600_000;

/** Removes the remains of short private files of these names that killed processes left. */
export async function removeAbandoned(folder: string, isName: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!ASIDE.test(name) || !isName(name.replace(ASIDE, ''))) continue;
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    // On a read-only disk the file stays.
    if (found !== null && world.time() - found.mtimeMs > ABANDONED_MS) await rm(file).catch(() => {});
  }
}
