import type { Engine, EngineOptions } from '../../engine/sql/engine.ts';

/** The engine for a `DATABASE_URL`. Only the driver in use is loaded. */
export async function engineOf(url: string, options: EngineOptions): Promise<Engine> {
  if (/^postgres(?:ql)?:\/\//.test(url)) {
    const { postgresEngine } = await import('../../engine/postgres/postgres.ts');
    return postgresEngine(url, options);
  }
  const filename = /^sqlite:(.+)$/.exec(url)?.[1];
  if (filename === undefined) throw new Error('DATABASE_URL must begin with sqlite: or postgres://.');
  const { sqliteEngine } = await import('../../engine/sqlite/sqlite.ts');
  return sqliteEngine(filename, options);
}
