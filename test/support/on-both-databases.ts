import { join } from 'node:path';
import { test } from 'vitest';
import { dataFolder } from './gateway-process.ts';
import { startPostgres } from './postgres/server.ts';

/** A test whose processes have a folder, and a database in it or on a server of their own. */
export function onBothDatabases(
  title: string,
  run: (environment: NodeJS.ProcessEnv, folder: string) => Promise<void>,
): void {
  test(`${title}: on SQLite`, async () => {
    using folder = dataFolder();
    await run({ DATABASE_URL: `sqlite:${join(folder.path, 'gateway.db')}` }, folder.path);
  });

  test(`${title}: on PostgreSQL`, async () => {
    using folder = dataFolder();
    await using server = await startPostgres();
    await run({ DATABASE_URL: await server.create('gateway') }, folder.path);
  });
}
