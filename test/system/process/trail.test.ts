// A process, since a start that refuses a trail ends with an exit code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import {
  commandLine,
  dataFolder,
  environmentOf,
  spawnGateway,
  startGateway,
} from '../../support/gateway-process.ts';

const FIRST_CHECKPOINT_MS = 30_000;
const PAUSE_MS = 50;

/** The number of the last checkpoint that the gateway noted in its folder; 0 if there is none yet. */
function notedCheckpoint(folder: string): number {
  const name = readdirSync(folder).find((each) => /^audit-anchor-\w+\.json$/.test(each));
  return name === undefined ? 0 : JSON.parse(readFileSync(join(folder, name), 'utf8')).number;
}

test('a gateway does not start on a trail that lacks checkpointed events, until its operator accepts it', async () => {
  using folder = dataFolder();
  await using gateway = await startGateway(folder.path);
  for (const end = Date.now() + FIRST_CHECKPOINT_MS; Date.now() < end && notedCheckpoint(folder.path) === 0;)
    await setTimeout(PAUSE_MS);
  expect(notedCheckpoint(folder.path)).toBe(1);
  await gateway.stop('SIGINT');

  // The state of a restored backup: the same rows, and no checkpoint yet.
  const database = new Database(join(folder.path, 'gateway.db'));
  const names = database.prepare("select name from sqlite_master where type = 'trigger'").pluck().all();
  for (const name of names) database.exec(`drop trigger "${String(name)}"`);
  database.exec(
    'delete from feed; delete from feed_mark; delete from checkpoint; delete from chain_end; delete from event',
  );
  database.exec('delete from api_key; delete from partner');
  database.close();

  const { printed, exited } = spawnGateway(environmentOf(folder.path, { NODE_ENV: 'test', PORT: '0' }));
  expect(await exited).toBe(1);
  expect(printed.text).toMatch(
    /^The trail in the database differs from the last one that this gateway saw: Checkpoint 1 [^\n]*\n$/,
  );
  expect((await commandLine(folder.path, 'audit', 'accept')).code).toBe(0);
  await using again = await startGateway(folder.path);
  expect((await again.fetch('GET', '/readyz')).status).toBe(200);
});
