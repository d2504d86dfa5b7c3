import type { SqliteConnection } from './sqlite-connection.ts';
import type { Statements } from './sqlite-kysely.ts';

interface SqliteReader extends Statements {
  /** Makes the next statement see every committed change. */
  renew(): void;
}

/**
 * Reads on their own connection, which never wait for a change. Reads in one turn of the event loop share a
 * transaction, because its locks cost more than most statements.
 */
export function sqliteReader(connection: SqliteConnection): SqliteReader {
  connection.pragma('query_only = on');
  let isOpen = false;

  function renew(): void {
    if (!isOpen) return;
    isOpen = false;
    // A read transaction has no changes, and its rollback cannot fail.
    connection.exec('rollback');
  }

  return {
    execute(query) {
      if (!isOpen) {
        connection.exec('begin deferred');
        isOpen = true;
        setImmediate(renew);
      }
      return connection.execute(query);
    },
    renew,
  };
}
