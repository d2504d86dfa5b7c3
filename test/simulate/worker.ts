import { mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import type { Asked } from './play.ts';

const urlOf = (path: string) => new URL(path, import.meta.url).href;
const KEPT = urlOf('machine/kept-files.ts');
const IDS = { shared: urlOf('../../src/kernel/id.ts'), own: urlOf('machine/own-ids.ts') };
// Everything that opens a file of SQLite gets one that is kept, and each process of a world has ids of its own.
registerHooks({
  resolve(name, context, next) {
    if (name === 'better-sqlite3' && context.parentURL !== KEPT) return { url: KEPT, shortCircuit: true };
    const found = next(name, context);
    return found.url === IDS.shared && context.parentURL !== IDS.own
      ? { url: IDS.own, shortCircuit: true }
      : found;
  },
});
const { makeScene } = await import('./make-scene.ts');
const { sqliteDatabase } = await import('./database/sqlite-database.ts');
const { simulate } = await import('./simulate.ts');

/**
 * Plays worlds one after another, and prints a line of JSON for each:
 * `worker.ts <folder> <sqlite or postgres> <JSON of the worlds>`. It does nothing else, because a world sees by the end
 * of all work that a step is over.
 */
const [parent = '.', kind = 'sqlite', asked = ''] = process.argv.slice(2);
const worlds: readonly Asked[] = JSON.parse(asked);
const folder = mkdtempSync(join(parent, 'fundgate-simulate-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(143));
// The places of errors take a twentieth of the time of a world. One world alone tells them.
if (worlds.length > 1) Error.stackTraceLimit = 0;
await using database = kind === 'postgres' ? await onPostgres() : onSqlite();
const scene = await makeScene(join(folder, 'scene'), database);
const stage = { scene, database, folder: join(folder, 'world') };
for (const { seed, without = [] } of worlds) {
  const told = await simulate(stage, seed, new Set(without));
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

function onSqlite() {
  return { ...sqliteDatabase(), [Symbol.asyncDispose]: async () => {} };
}

async function onPostgres() {
  const { openPostgresDatabase } = await import('./postgres/postgres-database.ts');
  return openPostgresDatabase();
}
