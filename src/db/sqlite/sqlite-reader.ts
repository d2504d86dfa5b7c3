import type { CompiledQuery, QueryResult } from 'kysely';
import { ReadTurns } from './read-turns.ts';
import type { SlowReadsWorker } from './slow-reads/slow-reads-worker.ts';
import { SlowTexts, workMs } from './slow-reads/slow-texts.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Statements } from './sqlite-kysely.ts';

interface SqliteReader extends Statements {
  /** Makes the next statement see every committed change. */
  renew(): void;
}

/**
 * Reads on their own connection, which never wait for a change. Reads in one turn of the event loop share a
 * transaction, because its locks cost more than most statements. A statement that was slow runs on the thread of slow
 * reads, as here it would hold the event loop.
 */
export function sqliteReader(connection: SqliteConnection, worker: SlowReadsWorker): SqliteReader {
  connection.pragma('query_only = on');
  const turns = new ReadTurns();
  const slow = new SlowTexts();
  let isOpen = false;

  function renew(): void {
    if (!isOpen) return;
    isOpen = false;
    // A read transaction has no changes, and its rollback cannot fail.
    connection.exec('rollback');
  }

  function read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!isOpen) {
      connection.exec('begin deferred');
      isOpen = true;
      setImmediate(renew);
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

  async function readSlowly<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, ms } = await worker.run(sql, parameters);
    slow.noteWork(sql, ms);
    return { rows };
  }

  /** While it waited for its turn, its statement may have turned out to be slow. */
  function readInTurn<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (slow.has(query.sql)) return readSlowly(query);
    return slow.isSuspect(query.sql) ? readMeasured(query) : read(query);
  }

  return {
    execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (slow.has(query.sql)) return readSlowly(query);
      return turns.run(
        () => readInTurn<Row>(query),
        (ms) => slow.noteWait(query.sql, ms),
      );
    },
    renew,
  };
}
