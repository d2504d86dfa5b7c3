import { CompiledQuery } from 'kysely';
import type { AdditionsWorker } from './additions/additions-worker.ts';
import type { SqliteConnection } from './file/sqlite-connection.ts';
import { world } from '../../kernel/world.ts';

/** Turns of a transaction, each of some ten milliseconds of work, after which its pages are written ahead. */
export const TURNS_OF_MANY_PAGES = 8;
/** Pages that are written in one turn of the event loop at most: a millisecond or two of work. */
const PIECE_PAGES = 128;
/** Pieces of one transaction: twice as many pages as a bulk of 500 changes. The commit writes the rest. */
const PIECES_MAX = 12;
/** Pages that SQLite keeps in memory meanwhile. For each other page that it reads, it writes a changed one. */
const KEPT_PAGES = 10;
/** The cache that the driver begins with: 16 MB, in units of -1 kB. */
const CACHE = -16_000;

/** Reads so many pages of any tables. */
const READ_PAGES = CompiledQuery.raw(`select count(*) from (select 1 from dbstat limit ${PIECE_PAGES})`);

/**
 * Writes the changed pages of the open transaction to the log, and the log to the disk, before the commit: the pages in
 * pieces between which the event loop runs, the log by the thread. A commit alone would do both at once, and hold the
 * event loop for a hundred milliseconds after a bulk of 500. Nothing is committed by it: SQLite reads the log up to its
 * last commit, which is written and synced as ever. Returns the error if it failed; then the commit fails, too, or does
 * all of the work.
 */
export async function writeAhead(
  connection: SqliteConnection,
  worker: AdditionsWorker,
  turns: number,
): Promise<unknown> {
  try {
    connection.pragma(`cache_size = ${KEPT_PAGES}`);
    for (let piece = 0; piece < Math.min(turns, PIECES_MAX) && connection.inTransaction(); piece += 1) {
      await connection.execute(READ_PAGES);
      await world.turn();
    }
    await worker.syncLog();
    return null;
  } catch (error) {
    return error;
  } finally {
    connection.pragma(`cache_size = ${CACHE}`);
  }
}
