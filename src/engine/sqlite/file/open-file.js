import Database from 'better-sqlite3';

/**
 * Opens a file as every connection of the gateway does, or a database in memory that begins with these bytes.
 *
 * @param {string | Buffer} origin
 * @param {Database.Options} [options]
 */
export function openFile(origin, options) {
  const database = new Database(origin, options);
  database.pragma('journal_mode = wal');
  // A confirmed change must be on disk, even if the power fails next.
  database.pragma('synchronous = full');
  database.pragma('foreign_keys = on');
  return database;
}
