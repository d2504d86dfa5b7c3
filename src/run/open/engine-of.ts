import type { Engine, EngineOptions } from '../../engine/sql/engine.ts';
import type { Migration } from '../../engine/sql/migration.ts';
import { TABLES } from '../migrations/migrations.ts';

interface Options extends Omit<EngineOptions, 'tables'> {
  /** The migrations of this version by default. */
  readonly migrations?: readonly Migration[];
}

/** The engine for a `DATABASE_URL`. Only the driver in use is loaded. */
export async function engineOf(
  url: string,
  { migrations = TABLES.migrations, ...options }: Options,
): Promise<Engine> {
  const tables = { ...TABLES, migrations };
  if (/^postgres(?:ql)?:\/\//.test(url)) {
    const { postgresEngine } = await import('../../engine/postgres/postgres.ts');
    return postgresEngine(url, { ...options, tables });
  }
  const filename = /^sqlite:(.+)$/.exec(url)?.[1];
  if (filename === undefined) throw new Error('DATABASE_URL must begin with sqlite: or postgres://.');
  const { sqliteEngine } = await import('../../engine/sqlite/sqlite.ts');
  return sqliteEngine(filename, { tables });
}
