import { existsSync, statSync } from 'node:fs';
import SqliteFile from 'better-sqlite3';
import { type DatabaseState, FIRST_FILLED, MIGRATIONS_TABLE } from '../sql/engine.ts';
import { IN_MEMORY } from './file/sqlite-connection.ts';

/** Bytes. A smaller file has at most some 15,000 events, and SQLite reads all of them in some 20 ms. */
const LARGE_BYTES = 16 * 1024 * 1024;

/** Whether a statement may take long because the file has many rows. */
export const isLarge = (filename: string): boolean =>
  (statSync(filename, { throwIfNoEntry: false })?.size ?? 0) > LARGE_BYTES;

/** The migrations that a file has. */
export function appliedIn(filename: string): readonly { name: string }[] {
  return (
    lookInto(filename, (file) =>
      hasTable(file, MIGRATIONS_TABLE)
        ? file.prepare<[], { name: string }>(`select name from ${MIGRATIONS_TABLE}`).all()
        : [],
    ) ?? []
  );
}

/** A database in memory is always new. */
export function stateOf(filename: string): DatabaseState {
  if (filename === IN_MEMORY) return 'unused';
  return (
    lookInto(filename, (file) => {
      if (!hasTable(file, MIGRATIONS_TABLE)) return 'absent';
      if (!hasTable(file, FIRST_FILLED)) return 'unused';
      return file.prepare(`select 1 from ${FIRST_FILLED} limit 1`).get() === undefined ? 'unused' : 'used';
    }) ?? 'absent'
  );
}

/** The id of the newest event in a file, or of the newest one up to `upTo`. */
export const newestEventIn = (filename: string, upTo: string | null): string | null =>
  lookInto(filename, (file) => {
    if (!hasTable(file, 'event')) return null;
    const newest = file.prepare<[string | null, string | null], { id: string | null }>(
      'select max(id) as id from event where ? is null or id <= ?',
    );
    return newest.get(upTo, upTo)?.id ?? null;
  });

/** The text in the first row of a column of a file; null without rows or without the table. */
export const firstOfColumnIn = (filename: string, column: `${string}.${string}`): string | null =>
  lookInto(filename, (file) => {
    const [table = '', name = ''] = column.split('.');
    if (!hasTable(file, table)) return null;
    return (
      file.prepare<[], { text: string }>(`select ${name} as text from ${table} limit 1`).get()?.text ?? null
    );
  });

const hasTable = (file: SqliteFile.Database, name: string): boolean =>
  file.prepare(`select 1 from sqlite_master where type = 'table' and name = ?`).get(name) !== undefined;

/** Only reads the file and must not create it. */
function lookInto<Found>(filename: string, look: (file: SqliteFile.Database) => Found): Found | null {
  if (!existsSync(filename)) return null;
  const file = new SqliteFile(filename, { readonly: true });
  try {
    return look(file);
  } finally {
    file.close();
  }
}
