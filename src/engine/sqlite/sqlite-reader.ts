import type { CompiledQuery, QueryResult } from 'kysely';
import { goesThroughManyRows } from '../sql/many-rows.ts';
import { ReadTurns } from './read-turns.ts';
import type { SlowReads } from './slow-reads/slow-reads.ts';
import { SlowTexts, workMs } from './slow-reads/slow-texts.ts';
import type { SqliteConnection } from './file/sqlite-connection.ts';
import type { Statements } from './sqlite-kysely.ts';
import { world } from '../../kernel/world.ts';

interface SqliteReader {
  /** Runs the statements of one owner. */
  of(owner: string): Statements;
  /** Makes the next statement see every committed change. */
  renew(): void;
}

/**
 * Reads on a separate connection, so they never wait for a change. Reads in one turn of the event loop share a
 * transaction, because its locks cost more than most statements. If a statement was slow, or goes through many rows of
 * a large file, it runs on a thread for slow reads; here it would hold the event loop.
 */
export function sqliteReader(
  connection: SqliteConnection,
  slowReads: SlowReads,
  isLarge: () => boolean,
): SqliteReader {
  connection.pragma('query_only = on');
  const slow = new SlowTexts();
  let isOpen = false;

  function renew(): void {
    if (!isOpen) return;
    isOpen = false;
    // A read transaction has no changes, so its rollback cannot fail.
    connection.exec('rollback');
  }

  function read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!isOpen) {
      connection.exec('begin deferred');
      isOpen = true;
      world.soon(renew);
    }
    return connection.execute(query);
  }

  function readMeasured<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const before = workMs();
    try {
      return read(query);
    } finally {
      slow.noteWork(query.sql, workMs() - before);
    }
  }

  async function readSlowly<Row>(owner: string, query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    const { rows, ms } = await slowReads.run(owner, { sql, parameters });
    slow.noteWork(sql, ms);
    return { rows };
  }

  /** Checks again, because the statement may have proved slow while it waited for its turn. */
  function readInTurn<Row>(owner: string, query: CompiledQuery): Promise<QueryResult<Row>> {
    if (slow.has(query.sql)) return readSlowly(owner, query);
    return slow.isSuspect(query.sql) ? readMeasured(query) : read(query);
  }

  const turns = new ReadTurns({ read: readInTurn, onDone: ({ sql }, ms) => slow.noteWait(sql, ms) });

  return {
    of: (owner) => ({
      execute: <Row>(query: CompiledQuery): Promise<QueryResult<Row>> =>
        slow.has(query.sql) || (goesThroughManyRows(query.sql) && isLarge())
          ? readSlowly(owner, query)
          : turns.run(owner, query),
    }),
    renew,
  };
}
