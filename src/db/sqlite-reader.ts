import type { SqliteConnection } from './sqlite-connection.ts';
import type { Statements } from './sqlite-kysely.ts';

export interface SqliteReader extends Statements {
  /** The next statement sees every change that has committed by then. */
  renew(): void;
}

/**
 * Reads on a connection of their own, which never wait for a change. Those of one turn of the event loop share a read
 * transaction: its locks cost more than most statements.
 */
export function sqliteReader(connection: SqliteConnection): SqliteReader {
  connection.pragma('query_only = on');
  let isOpen = false;

  function renew(): void {
    if (!isOpen) return;
    isOpen = false;
    // It has changed nothing, and a rollback does not fail.
    connection.say('rollback');
  }

  return {
    async execute(query) {
      if (!isOpen) {
        connection.say('begin deferred');
        isOpen = true;
        setImmediate(renew);
      }
      return connection.execute(query);
    },
    renew,
  };
}
