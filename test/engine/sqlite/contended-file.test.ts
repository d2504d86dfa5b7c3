import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { openDatabase } from '../../support/database/open-database.ts';

const ROUNDS = 5;
/** Milliseconds; the other connection takes the lock in the first microsecond in which it is free, and holds it. */
const HELD_MS = 4;
/** In between, so that the gateway gets it at all, and less than what a slow row takes. */
const PAUSE_MS = 12;
/** Makes adding a row with this name take some 40 ms. */
const SLOW = sql`
  create trigger slow before insert on counter when new.name like 'slow%'
  begin
    select max(i) from (with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select i from n);
  end`;

/** Another connection, which takes the lock on the file again and again, as another process does. */
const OTHER = `
  const { workerData } = require('node:worker_threads');
  const SqliteFile = require('better-sqlite3');
  const file = new SqliteFile(workerData.file, { timeout: 0 });
  const take = file.prepare('begin immediate');
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try { take.run(); } catch { continue; }
    Atomics.wait(clock, 0, 0, workerData.heldMs);
    file.exec('rollback');
    Atomics.wait(clock, 0, 0, workerData.pauseMs);
  }`;

const add = (name: string) => (db: Kysely<Tables>) =>
  db.insertInto('counter').values({ name, shard: 0, total: 1 }).execute();

test('additions that share a commit with a refused one are done, also if another process takes the file meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-contended-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'gateway.db');
  const made = await openDatabase(`sqlite:${file}`, { poolSize: 1 });
  await made.transaction((db) => SLOW.execute(db));
  await made.transaction(add('taken'));
  await made.close();
  const workerData = { file, heldMs: HELD_MS, pauseMs: PAUSE_MS };
  const other = new Worker(OTHER, { eval: true, workerData });
  // Also if the test fails: it would go on to take the file.
  onTestFinished(async () => void (await other.terminate()));
  for (let round = 0; round < ROUNDS; round += 1) {
    // Opened anew, since after some additions a thread commits them, which blocks until it has the lock.
    const database = await openDatabase(`sqlite:${file}`, { poolSize: 1 });
    const names = [`slow ${round}`, 'taken', `last ${round}`];
    const ended = await Promise.allSettled(names.map((name) => database.transaction(add(name))));
    expect(ended.map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.code))).toEqual([
      'done',
      'SQLITE_CONSTRAINT_PRIMARYKEY',
      'done',
    ]);
    await database.close();
  }
});
