import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { CompiledQuery, sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ReadTurns } from '../../../src/engine/sqlite/read-turns.ts';
import { SlowReads } from '../../../src/engine/sqlite/slow-reads/slow-reads.ts';
import { SlowTexts } from '../../../src/engine/sqlite/slow-reads/slow-texts.ts';
import { throughManyRows } from '../../../src/engine/sql/many-rows.ts';
import type { Database } from '../../../src/engine/sql/database.ts';
import { openDatabase } from '../../support/database/open-database.ts';

const open = new URL('../../support/database/open-database.ts', import.meta.url).href;
/** Some hundredths of a second of work for SQLite, on a busy machine some tenths. */
const MANY = 400_000;
const FEW = 10;

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-slow-reads-'));
  database = await openDatabase(`sqlite:${join(folder, 'gateway.db')}`, { poolSize: 1 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Counts to a number; `failsAt` is one where it fails. Returns how many rows the table of counters has, too. */
async function countTo(last: number, { failsAt = 0, db = database.reads } = {}) {
  const { rows } = await sql<{ last: number; counters: number }>`
    with recursive series(n) as (select 1 union all select n + 1 from series where n < ${last})
    select case when max(n) = ${failsAt} then abs(-9223372036854775808) else max(n) end as last,
      (select count(*) from counter) as counters from series`.execute(db);
  return rows[0];
}

/** Once by the clock, and once by processor time. */
async function becomeSlow() {
  await countTo(MANY);
  return countTo(MANY);
}

test('a statement that was slow does not hold this thread again', async () => {
  await becomeSlow();
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  expect(await Promise.all([countTo(MANY), countTo(MANY), countTo(MANY)])).toMatchObject([
    { last: MANY },
    { last: MANY },
    { last: MANY },
  ]);
  expect(sent).toHaveBeenCalledTimes(3);
});

test('it sees what was committed before, and fails as it would here', async () => {
  const failure = countTo(FEW, { failsAt: FEW });
  await expect(failure).rejects.toThrow('integer overflow');
  const before = await becomeSlow();
  await database.transaction((db) =>
    db.insertInto('counter').values({ name: 'one-more', shard: 0, total: 1 }).execute(),
  );
  expect((await countTo(FEW))?.counters).toBe(Number(before?.counters) + 1);
  await expect(countTo(FEW, { failsAt: FEW })).rejects.toThrow('integer overflow');
});

test('if its thread ends the read is refused, and the next one has another thread', async () => {
  await becomeSlow();
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    void this.terminate();
  });
  await expect(countTo(FEW)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await countTo(FEW)).toMatchObject({ last: FEW });
});

test('a value that cannot be sent to the thread fails that read and no other', async () => {
  const slowReads = new SlowReads(join(folder, 'gateway.db'));
  const read = (value: unknown) => slowReads.run('one', { sql: 'select ? as value', parameters: [value] });
  const all = await Promise.allSettled([read(1), read(Symbol('none')), read(2)]);
  expect(all).toMatchObject([
    { value: { rows: [{ value: 1 }] } },
    { reason: { name: 'DataCloneError' } },
    { value: { rows: [{ value: 2 }] } },
  ]);
  await slowReads.close();
});

test('a read that runs or waits for ten seconds is refused then, as its client has gone', async () => {
  await becomeSlow();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const refused = { status: 'rejected', reason: { code: 'service_unavailable' } };
    const before = countTo(MANY);
    vi.advanceTimersByTime(9_999);
    const after = countTo(FEW);
    vi.advanceTimersByTime(1);
    expect(await Promise.allSettled([before])).toMatchObject([refused]);
    const waiting = countTo(FEW);
    expect((await after)?.last).toBe(FEW);
    expect((await waiting)?.last).toBe(FEW);
    const both = Promise.allSettled([countTo(MANY), countTo(MANY)]);
    vi.advanceTimersByTime(10_000);
    expect(await both).toMatchObject([refused, refused]);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a statement that may go through many rows does so on the thread at once, if the file is large', async () => {
  const counted = throughManyRows(
    database.reads.selectFrom('counter').select(sql<number>`count(*)`.as('count')),
  );
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const [before] = await counted.execute();
  expect(sent).not.toHaveBeenCalled();
  await database.transaction((db) =>
    sql`create table large as select zeroblob(${17 * 1024 * 1024}) as bytes`.execute(db),
  );
  await database.transaction((db) =>
    db.insertInto('counter').values({ name: 'one-more', shard: 0, total: 1 }).execute(),
  );
  expect(await counted.execute()).toEqual([{ count: Number(before?.count) + 1 }]);
  expect(sent).toHaveBeenCalledOnce();
  await database.reads.selectFrom('counter').selectAll().execute();
  expect(sent).toHaveBeenCalledOnce();
});

test('a database that is closed during a slow read is closed wholly, if nothing else keeps the process', async () => {
  const script = `
    import { sql } from 'kysely';
    const { openDatabase } = await import(${JSON.stringify(open)});
    const database = await openDatabase(${JSON.stringify(`sqlite:${join(folder, 'closed.db')}`)}, { poolSize: 1 });
    const countTo = (last) => sql\`with recursive series(n) as (select 1 union all select n + 1 from series
      where n < \${last}) select max(n) as last from series\`.execute(database.reads);
    await countTo(${MANY});
    await countTo(${MANY});
    const both = Promise.allSettled([countTo(${MANY}), countTo(${MANY})]);
    await database.close();
    const after = Promise.allSettled([countTo(${FEW})]);
    for (const { status, reason } of [...(await both), ...(await after)]) console.log(status, reason?.code);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout.trim().split('\n')).toEqual([
    'fulfilled undefined',
    'rejected service_unavailable',
    'rejected service_unavailable',
  ]);
  expect(readdirSync(folder).filter((name) => name.startsWith('closed.db'))).toEqual(['closed.db']);
});

test('a statement is slow for a minute after it took much processor time, not if the machine was busy', () => {
  let now = 0;
  const texts = new SlowTexts(() => now);
  texts.noteWait('select 1', 19);
  expect(texts.isSuspect('select 1')).toBe(false);
  texts.noteWait('select 1', 20);
  expect([texts.isSuspect('select 1'), texts.has('select 1')]).toEqual([true, false]);
  texts.noteWork('select 1', 19);
  expect([texts.isSuspect('select 1'), texts.has('select 1')]).toEqual([false, false]);
  texts.noteWork('select 1', 20);
  now += 59_999;
  texts.noteWork('select 1', 1);
  expect([texts.has('select 1'), texts.has('select 2')]).toEqual([true, false]);
  now += 1;
  expect(texts.has('select 1')).toBe(false);
});

test('reads that take long together are run over several turns of the event loop, in their order', async () => {
  let now = 0;
  let turn = 0;
  const countTurns = () => {
    turn += 1;
    if (turn < 5) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const order: string[] = [];
  const read = async ({ sql: name }: CompiledQuery) => {
    now += 4;
    order.push(`${name} in ${turn}`);
    if (name === '4') throw new Error('It fails.');
    return { rows: [] };
  };
  const turns = new ReadTurns({ read: (_owner, query) => read(query), onDone: () => {}, now: () => now });
  const done = await Promise.allSettled(
    ['1', '2', '3', '4', '5', '6'].map((name) => turns.run('one', CompiledQuery.raw(name))),
  );
  expect(done.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, true, true]);
  expect(order).toEqual(['1 in 0', '2 in 0', '3 in 0', '4 in 1', '5 in 1', '6 in 1']);
});

test('owners take turns, so that many reads of one delay another by one only', async () => {
  let now = 0;
  const order: string[] = [];
  const turns = new ReadTurns({
    read: async (_owner, { sql: name }) => {
      now += 10;
      order.push(name);
      return { rows: [] };
    },
    onDone: () => {},
    now: () => now,
  });
  const run = (owner: string, name: string) => turns.run(owner, CompiledQuery.raw(name));
  await Promise.all([run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1')]);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a slow read of one owner delays no slow read of another', async () => {
  await becomeSlow();
  // No read is refused, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const done: string[] = [];
  const slow = (owner: string, name: string, last: number) =>
    countTo(last, { db: database.readsOf(owner) }).then(() => done.push(name));
  // Both threads run, so that the quick read need not wait for the start of one.
  await Promise.all([slow('a', 'a0', FEW), slow('b', 'b0', FEW)]);
  done.length = 0;
  await Promise.all([slow('a', 'a1', 8 * MANY), slow('a', 'a2', FEW), slow('b', 'b1', FEW)]);
  expect(done).toEqual(['b1', 'a1', 'a2']);
});

test('if very many reads of one owner wait, more reads of this owner are refused, and reads of others are not', async () => {
  await becomeSlow();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const own = Array.from({ length: 1_002 }, () => countTo(FEW, { db: database.readsOf('a') }));
  const all = await Promise.allSettled([...own, countTo(FEW, { db: database.readsOf('b') })]);
  expect(all.map(({ status }) => status).lastIndexOf('rejected')).toBe(1_001);
  expect(all[1_001]).toMatchObject({ reason: { code: 'service_unavailable' } });
  expect(all.filter(({ status }) => status === 'rejected').length).toBe(1);
});
