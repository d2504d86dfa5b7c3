import type { MikroORM, Transaction } from '@mikro-orm/sql';

/** A migration failed. All pending migrations are one transaction, so none of them is kept. */
export class FailedMigration extends Error {
  override readonly name = 'FailedMigration';
  readonly migration: string;

  constructor(migration: string, cause: unknown) {
    super('A migration failed.', { cause });
    this.migration = migration;
  }
}

/**
 * Applies the pending migrations and returns their names. Uses the transaction if one is given. Throws FailedMigration.
 */
export async function applyPending(orm: MikroORM, transaction?: Transaction): Promise<readonly string[]> {
  let running: string | null = null;
  orm.migrator.on('migrating', ({ name }) => void (running = name));
  try {
    return (await orm.migrator.up({ transaction })).map(({ name }) => name);
  } catch (cause) {
    throw running === null ? cause : new FailedMigration(running, cause);
  }
}
