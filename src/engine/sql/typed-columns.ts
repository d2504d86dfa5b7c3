import { type Kysely, PostgresAdapter } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Whether each column holds only values of its type, as in PostgreSQL. In SQLite an attacker who writes into the file can
 * put bytes or a text into any column.
 */
export const hasTypedColumns = (db: Kysely<Tables>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
