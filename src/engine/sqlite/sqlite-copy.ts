import { existsSync, linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { fileChunks } from '../files/file-chunks.ts';
import { makePrivateFolder, PRIVATE_FILE_MODE } from '../files/private-folder.ts';
import { BUSY_TIMEOUT_MS } from './file/sqlite-connection.ts';

/**
 * Pages of one step: some tens of milliseconds of the event loop, so that the process can show the progress of the
 * copy.
 */
const PAGES_OF_A_STEP = 4_096;

/**
 * Writes a snapshot of the database to a new file. All steps are in one transaction that reads. Otherwise SQLite would
 * begin again after each change, and a copy under load would never end. It delays no writer.
 */
export async function copyTo(filename: string, file: string): Promise<void> {
  // The file is made here, because SQLite would make it readable for others.
  writeFileSync(file, '', { mode: PRIVATE_FILE_MODE, flag: 'wx' });
  const source = new SqliteFile(filename, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await source.backup(file, { progress: () => PAGES_OF_A_STEP });
  } finally {
    source.close();
  }
}

/** The log must be absent too, because SQLite would apply it to the new file. */
export const isVacant = (filename: string): boolean =>
  !['', '-wal', '-shm', '-journal'].some((suffix) => existsSync(filename + suffix));

/**
 * Copies under another name first. If another database was made meanwhile, it stays, because a link never replaces a
 * file.
 */
export async function restoreFrom(filename: string, file: string): Promise<void> {
  makePrivateFolder(dirname(filename));
  const unfinished = `${basename(filename)}.unfinished-`;
  // Removes the remains of an earlier restore that was killed.
  for (const name of readdirSync(dirname(filename)))
    if (name.startsWith(unfinished)) rmSync(join(dirname(filename), name));
  const own = join(dirname(filename), `${unfinished}${process.pid}`);
  try {
    await copyChunks(file, own);
    linkSync(own, filename);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Copies a file to a new private one, and syncs it. */
async function copyChunks(from: string, to: string): Promise<void> {
  await using copy = await open(to, 'wx', PRIVATE_FILE_MODE);
  for await (const chunk of fileChunks(from)) await copy.writeFile(chunk);
  await copy.sync();
}
