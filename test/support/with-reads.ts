import type { Kysely } from 'kysely';
import type { Tables } from '../../src/kernel/tables.ts';
import type { Database } from '../../src/pipeline/database.ts';

/** A database all of whose reads outside a transaction go by one connection, such as one that is looked on at. */
export const withReads = (database: Database, reads: Kysely<Tables>): Database => ({
  ...database,
  reads,
  readsOf: () => reads,
  readMany: (work) => work(reads),
});
