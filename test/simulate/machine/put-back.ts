import { copyFileSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { openNow } from './kept-files.ts';

interface Own {
  readonly connection: Sqlite.Database;
  /** Stays open: to close it would release the locks of all connections of this process. */
  readonly descriptor: number;
}

const owned = new Map<string, Own>();

/**
 * Gives a file of SQLite the bytes of another one, while connections to it are kept. A checkpoint
 * first empties the log, so that all bytes are those of the file, and makes the connections forget their pages.
 */
export function putBack(from: string, to: string): void {
  if (!existsSync(to)) {
    copyFileSync(from, to);
    return;
  }
  const { connection, descriptor } = owned.get(to) ?? own(to);
  if (connection.pragma('wal_checkpoint(truncate)', { simple: true }) !== 0)
    throw new Error('A connection still reads an earlier world.');
  const bytes = readFileSync(from);
  writeSync(descriptor, bytes, 0, bytes.length, 0);
  ftruncateSync(descriptor, bytes.length);
}

function own(to: string): Own {
  const made = { connection: openNow(to, false), descriptor: openSync(to, 'r+') };
  made.connection.pragma('busy_timeout = 0');
  owned.set(to, made);
  return made;
}
