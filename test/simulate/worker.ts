import { mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

const KEPT = new URL('machine/kept-files.ts', import.meta.url).href;
// Everything that opens a file of SQLite gets one that is kept.
registerHooks({
  resolve: (name, context, next) =>
    name === 'better-sqlite3' && context.parentURL !== KEPT
      ? { url: KEPT, shortCircuit: true }
      : next(name, context),
});
const { makeScene } = await import('./scene.ts');
const { sqliteDatabase } = await import('./database/sqlite-database.ts');
const { simulate } = await import('./simulate.ts');

/**
 * Plays worlds one after another, and prints a line of JSON for each:
 * `worker.ts <folder> <sqlite or postgres> <seeds> [<without>]`, both lists with commas between. It does nothing else,
 * because a world sees by the end of all work that a step is over.
 */
const [parent = '.', kind = 'sqlite', seeds = '', without = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(parent, 'fundgate-simulate-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(143));
// The places of errors take a twentieth of the time of a world. One world alone tells them.
if (seeds.includes(',')) Error.stackTraceLimit = 0;
await using database = kind === 'postgres' ? await onPostgres() : onSqlite();
const scene = await makeScene(join(folder, 'scene'), database);
const stage = { scene, database, folder: join(folder, 'world') };
for (const seed of seeds.split(',').map(Number)) {
  const told = await simulate(stage, seed, new Set(without.split(',')));
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

function onSqlite() {
  return { ...sqliteDatabase(), [Symbol.asyncDispose]: async () => {} };
}

async function onPostgres() {
  const { openPostgresDatabase } = await import('./postgres/postgres-database.ts');
  return openPostgresDatabase();
}
