// In processes, since a process of tests has loaded the ORM, and runs all its gateways on one event loop.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { LATER, laterVersion } from '../../support/database/later-migration.ts';
import { emptyEngine } from '../../support/database/engines.ts';
import { onPostgres } from '../../support/postgres/databases.ts';

const run = promisify(execFile);
const open = new URL('../../support/database/open-database.ts', import.meta.url).href;
/** As many processes as an operator may start at once. */
const PROCESSES = onPostgres() ? 10 : 6;

test('a database that lacks no migration is opened without the ORM', async () => {
  await using database = await emptyEngine();
  await database.engine.migrate();
  expect(await loadedWhileOpening(database.url)).toEqual([]);
});

/** The modules of the ORM that a process loads to open a database. */
async function loadedWhileOpening(url: string): Promise<readonly string[]> {
  const opened = await run(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { registerHooks } from 'node:module';
     const loaded = [];
     registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) });
     const { openDatabase } = await import(${JSON.stringify(open)});
     const database = await openDatabase(${JSON.stringify(url)}, { poolSize: 1 });
     await database.ping();
     await database.close();
     console.log(JSON.stringify(loaded.filter((name) => name.startsWith('@mikro-orm'))));`,
  ]);
  return JSON.parse(opened.stdout);
}

test('a new database gets its tables without the ORM, an older one by it', async () => {
  await using database = await emptyEngine();
  await database.engine.migrate();
  const later = await engineOf(database.url, { poolSize: 1, migrations: laterVersion });
  expect(await later.migrate()).toEqual([LATER.name]);
  await using another = await emptyEngine();
  expect(await loadedWhileOpening(another.url)).toEqual([]);
  expect(await another.engine.pending()).toEqual([]);
});

test('processes that open the same new database at once all succeed', async () => {
  await using database = await emptyEngine();
  const script = `const { openDatabase } = await import(${JSON.stringify(open)});
    const database = await openDatabase(${JSON.stringify(database.url)}, { poolSize: 1 });
    await database.ping();
    await database.close();
    console.log('opened');`;
  const opened = await Promise.all(
    Array.from({ length: PROCESSES }, () => run(process.execPath, ['--input-type=module', '--eval', script])),
  );
  expect(opened.map(({ stdout }) => stdout.trim())).toEqual(Array(PROCESSES).fill('opened'));
  expect(await database.engine.pending()).toEqual([]);
});
