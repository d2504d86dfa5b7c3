import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The owner for work of the gateway itself, such as key look-ups and housekeeping, when owners share the database. */
export const GATEWAY = '';

/** How busy the connections of a process are, and how often it repeated a transaction since its start. */
export interface DatabaseUsage {
  readonly used: number;
  readonly idle: number;
  /** Requests queued for a connection, or changes queued for the writer. */
  readonly waiting: number;
  readonly retries: number;
}

/** Shows whether a server was set back to an earlier state. */
export interface ServerHistory {
  readonly system: string | null;
  /** Rises each time a standby is promoted. */
  readonly timeline: number | null;
}

/** Transactions of a server that may have changed a table. */
export interface Writers {
  /** Differs from server to server, and from start to start of one server. */
  readonly server: string;
  readonly transactions: readonly string[];
}

/** The database as operations use it; SQLite and PostgreSQL implement it. */
export interface Database {
  /** For reads outside a transaction. */
  readonly reads: Kysely<Tables>;
  /** Like `reads`, but it counts in the fair share of an owner. Transactions and `readMany` with an owner count too. */
  readsOf(owner: string): Kysely<Tables>;
  /**
   * For reads of many rows outside a transaction. Runs on a replica if one has replayed every change so far, else as
   * `reads`. `work` may run twice.
   */
  readMany<Result>(work: (db: Kysely<Tables>) => Promise<Result>, owner?: string): Promise<Result>;
  /**
   * For a single statement that changes rows outside a transaction: housekeeping only, on which no operation depends.
   */
  readonly writes: Kysely<Tables>;
  /** Number of shards of a running total, so that writers do not wait for one row. */
  readonly counterShards: number;
  /**
   * Whether rows are locked with `for no key update`. This lock keeps out other writers of the row, but new rows may
   * refer to it. False if the database has only one writer at a time.
   */
  readonly rowLocks: boolean;
  /** Locks a name until the transaction of `db` ends. False if another transaction of any process holds it. */
  takeName(db: Kysely<Tables>, name: string): Promise<boolean>;
  /** Like `takeName`, but waits while another transaction holds the name. */
  awaitName(db: Kysely<Tables>, name: string): Promise<void>;
  /**
   * The transactions that run now and may have added rows to a table, `db` included if it has; null if the database has
   * only one writer at a time.
   */
  writersOf(db: Kysely<Tables>, table: keyof Tables): Promise<Writers | null>;
  /**
   * Runs `work` in one transaction. No other writer can change the rows that it touches; an error rolls it back. `work`
   * may run again, for example after a deadlock, so it must have no effect outside the database. Waiting owners take
   * turns.
   */
  transaction<Result>(work: (db: Kysely<Tables>) => Promise<Result>, owner?: string): Promise<Result>;
  /**
   * Runs `work` once; it must only insert rows. If the database refuses a row, for example for a duplicate key, it
   * changes nothing and returns null: then run `work` again in `transaction`. Rejects if `work` refuses the request.
   */
  addRows<Result extends object>(
    work: (db: Kysely<Tables>) => Promise<Result>,
    owner?: string,
  ): Promise<Result | null>;
  /** Milliseconds that the longest waiting request has waited for a connection; 0 if connections are not shared. */
  longestWaitMs(): number;
  usage(): DatabaseUsage;
  /**
   * A text that differs from the one before if any process has committed a change since. It may differ without a change.
   * Null if the database does not tell it.
   */
  stamp(): Promise<string | null>;
  /** The cluster and timeline of the server; null if it does not tell, and on SQLite. */
  history(): Promise<ServerHistory>;
  /** Resolves if the database responds and takes changes. Changes nothing. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
