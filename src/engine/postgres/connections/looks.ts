import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { postgresDialect } from './postgres-dialect.ts';
import { openLookPool, openMigrationPool } from './postgres-pool.ts';

type Work<Result> = (db: Kysely<unknown>) => Promise<Result>;

/** What a start asks of a database before it opens it. */
export interface Looks {
  /** Runs work on the connection of the look before, if it is still open: to open one takes a server longer than a look. */
  look<Result>(work: Work<Result>): Promise<Result>;
  /** Closes the connection, so that it is not one more than the gateway may have. A later look opens another one. */
  readonly end: () => Promise<void>;
}

export function looksAt(url: string): Looks {
  let db: Kysely<unknown> | null = null;
  return {
    look: (work) => work((db ??= overPool(openLookPool(url)))),
    async end() {
      const ended = db;
      db = null;
      await ended?.destroy();
    },
  };
}

/** Runs work on a connection of its own; its locks are released when it closes. */
export async function withConnection<Result>(url: string, work: Work<Result>): Promise<Result> {
  const db = overPool(openMigrationPool(url));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

function overPool(pool: Pool): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect: postgresDialect({
      acquire: async () => ({ client: await pool.connect(), releasePermit: () => {} }),
      additionOf: () => null,
      commitAdditions: (_additions, alone) => alone(),
      close: () => pool.end(),
    }),
  });
}
