import type { Kysely } from 'kysely';
import type { Tables } from '../kernel/tables.ts';

/** The gateway itself, among those who share the database: keys are looked up, chores are done. */
export const GATEWAY = '';

/** What operations need of a database, whichever it is. */
export interface Database {
  /** For reads outside a transaction. */
  readonly reads: Kysely<Tables>;
  /** As `reads`, from the share of an owner; so are changes and reads of many rows that name one. */
  readsOf(owner: string): Kysely<Tables>;
  /**
   * For reads of many rows outside a transaction: on a replica where there is one that has every change so far, else as
   * `reads`. `work` may run twice.
   */
  readMany<Result>(work: (db: Kysely<Tables>) => Promise<Result>, owner?: string): Promise<Result>;
  /** For a single statement that changes something outside a transaction: bookkeeping that no operation depends on. */
  readonly writes: Kysely<Tables>;
  /** Over how many rows a total is spread, so that writers do not queue for one (`tally.ts`). */
  readonly counterShards: number;
  /**
   * Whether rows are locked by `for no key update`, which keeps other writers out and lets rows that refer to them be
   * written; a database that admits one writer at a time has no such words.
   */
  readonly rowLocks: boolean;
  /** Takes a name until the transaction of `db` ends; false while another transaction, of any process, has it. */
  takeName(db: Kysely<Tables>, name: string): Promise<boolean>;
  /**
   * Runs `work` in one transaction that excludes other writers of the rows it touches; a throw rolls it back. It may be
   * run again from its beginning, as when it lost a race to another, so `work` does nothing that the database cannot
   * undo. Where many wait, each owner has its turn.
   */
  transaction<Result>(work: (db: Kysely<Tables>) => Promise<Result>, owner?: string): Promise<Result>;
  /** Resolves when the database answers a statement. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
