import Database from 'better-sqlite3';

/**
 * Opens a file as every connection of the gateway does.
 *
 * @param {string} filename
 * @param {Database.Options} [options]
 */
export function openFile(filename, options) {
  const database = new Database(filename, options);
  database.pragma('journal_mode = wal');
  // A confirmed change must be on disk, even if the power fails next.
  database.pragma('synchronous = full');
  database.pragma('foreign_keys = on');
  return database;
}
