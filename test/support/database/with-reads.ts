import type { Kysely } from 'kysely';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import type { Database } from '../../../src/engine/sql/database.ts';

/** A database whose reads outside of transactions use the given connection, for example one that records statements. */
export const withReads = (database: Database, reads: Kysely<Tables>): Database => ({
  ...database,
  reads,
  readsOf: () => reads,
  readMany: (work) => work(reads),
});
