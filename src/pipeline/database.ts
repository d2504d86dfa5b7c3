import type { Kysely } from 'kysely';
import type { Tables } from '../kernel/tables.ts';

/** What operations need of a database, whichever it is. */
export interface Database {
  /** For reads outside a transaction. */
  readonly reads: Kysely<Tables>;
  /**
   * For reads of many rows outside a transaction: on a replica where there is one that has every change so far, else as
   * `reads`. `work` may run twice.
   */
  readMany<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** For a single statement that changes something outside a transaction: bookkeeping that no operation depends on. */
  readonly writes: Kysely<Tables>;
  /** Over how many rows a total is spread, so that writers do not queue for one (`tally.ts`). */
  readonly tallyShards: number;
  /**
   * Whether rows are locked by `for no key update`, which keeps other writers out and lets rows that refer to them be
   * written; a database that admits one writer at a time has no such words.
   */
  readonly rowLocks: boolean;
  /** Takes a name until the transaction of `db` ends; false while another transaction, of any process, has it. */
  takeName(db: Kysely<Tables>, name: string): Promise<boolean>;
  /**
   * Runs `work` in one transaction that excludes other writers of the rows it touches; a throw rolls it back. One that
   * lost a race to another is run again from its beginning, so `work` does nothing that the database cannot undo.
   */
  transaction<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Resolves when the database answers a statement. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
