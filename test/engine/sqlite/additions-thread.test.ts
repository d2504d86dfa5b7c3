import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import SqliteFile from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import type { Database } from '../../../src/engine/sql/database.ts';
import { openDatabase } from '../../support/database/open-database.ts';
import { customerBody, openTestGateway } from '../../support/gateway.ts';

type Db = Kysely<Tables>;

let folder: string;
let file: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-additions-'));
  file = join(folder, 'gateway.db');
  database = await openDatabase(`sqlite:${file}`, { poolSize: 1 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (name: string) => async (db: Db) => {
  await db.insertInto('counter').values({ name, shard: 0, total: 1 }).execute();
  return name;
};
const namesIn = async (db: Db) => {
  const rows = await db.selectFrom('counter').select('name').where('name', 'not like', '%/%').execute();
  return rows.map(({ name }) => name);
};

/** How many rows the connection of this thread has written. */
async function writtenHere(): Promise<number> {
  const { rows } = await database.transaction((db) =>
    sql<{ written: number }>`select total_changes() as written`.execute(db),
  );
  return rows[0]?.written ?? 0;
}

/** Whether a row is written by another connection than that of this thread. */
async function isWrittenAside(name: string): Promise<boolean> {
  const before = await writtenHere();
  await database.transaction(add(name));
  return (await writtenHere()) === before;
}

/** Adds rows until the thread does so. Returns how many it took. */
async function untilThread(prefix = 'warm'): Promise<number> {
  let count = 0;
  await expect.poll(() => isWrittenAside(`${prefix}/${(count += 1)}`)).toBe(true);
  return count;
}

/** Makes adding a row with this name take some hundred milliseconds. */
const makeSlow = (name: string) =>
  database.transaction((db) =>
    sql`
      create trigger ${sql.id(name)} before insert on counter when new.name = ${sql.lit(name)}
      begin
        select max(i) from (with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000000) select i from n);
      end`.execute(db),
  );

const PAGE_BYTES = 4_096;

/** A statement that takes longer than a turn of the event loop, on any machine. */
const countLong = (db: Db) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select max(i) from n`.execute(
    db,
  );

const outcomes = async (works: readonly ((db: Db) => Promise<unknown>)[]) =>
  (await Promise.allSettled(works.map((work) => database.transaction(work)))).map((each) =>
    each.status === 'fulfilled' ? 'done' : String(each.reason.code ?? each.reason.message),
  );

test('rows that transactions only add are written beside the event loop, which does none of the work', async () => {
  await untilThread();
  expect(await isWrittenAside('added')).toBe(true);
  expect(await namesIn(database.reads)).toEqual(['added']);
});

test('a few changes, as a command makes them, start no thread', async () => {
  const started = vi.spyOn(Worker.prototype, 'postMessage');
  for (const name of ['a', 'b', 'c', 'd']) expect(await isWrittenAside(name)).toBe(false);
  await database.close();
  expect(started).not.toHaveBeenCalled();
  database = await openDatabase('sqlite::memory:', { poolSize: 1 });
});

test('what NODE_OPTIONS preloads into the process is not loaded into the thread, if it may fail', async () => {
  vi.stubEnv('NODE_OPTIONS', '--import=data:text/javascript,throw%20new%20Error()');
  await untilThread();
});

test('a transaction that reads sees the rows that it has added before', async () => {
  await untilThread();
  const seen = await database.transaction(async (db) => {
    await add('first')(db);
    const names = await namesIn(db);
    await add('second')(db);
    return names;
  });
  expect(seen).toEqual(['first']);
  expect(await namesIn(database.reads)).toEqual(['first', 'second']);
});

test('a transaction that fails in the thread fails alone, with the error of SQLite', async () => {
  await untilThread();
  const failing = async (db: Db) => {
    await add('of the failing one')(db);
    throw new Error('no');
  };
  const twice = async (db: Db) => {
    await add('before the fault')(db);
    await add('first')(db);
  };
  const refused = async (db: Db) => {
    await add('of an orphan')(db);
    await db
      .insertInto('kyc_record')
      .values({
        customer_id: 'cus_none',
        partner_id: 'par_none',
        country: 'HK',
        status: '',
        supporting_documents: '',
        document_warnings: 0,
        revision: 1,
        created_at: '',
        updated_at: '',
      })
      .execute();
  };
  const works = [add('first'), failing, add('second'), twice, refused, add('third')];
  expect(await outcomes(works)).toEqual([
    'done',
    'no',
    'done',
    'SQLITE_CONSTRAINT_PRIMARYKEY',
    'SQLITE_CONSTRAINT_FOREIGNKEY',
    'done',
  ]);
  expect(await namesIn(database.reads)).toEqual(['first', 'second', 'third']);
  expect(await isWrittenAside('later')).toBe(true);
});

test('a row that exists is not added by the thread, and the others of its group are', async () => {
  await untilThread();
  await database.transaction(add('there'));
  const works = [['a'], ['before', 'there'], ['b'], ['c']].map((names) => async (db: Db) => {
    for (const name of names) await add(name)(db);
    return { names };
  });
  const done = await Promise.all(works.map((work) => database.addRows(work)));
  expect(done.map((each) => each?.names ?? null)).toEqual([['a'], null, ['b'], ['c']]);
  expect(await namesIn(database.reads)).toEqual(['a', 'b', 'c', 'there']);
  expect(await isWrittenAside('later')).toBe(true);
});

test('a read after the answer sees the change, also if one began in the same turn of the event loop', async () => {
  await untilThread();
  for (let turn = 0; turn < 100; turn += 1) {
    const name = `turn ${turn}`;
    const write = { isDone: false };
    const seen = database.transaction(add(name)).then(() => {
      write.isDone = true;
      return namesIn(database.reads);
    });
    while (!write.isDone) {
      await namesIn(database.reads);
      await setImmediate();
    }
    expect(await seen).toContain(name);
  }
});

test.each(['the thread', 'the same connection'])(
  'transactions that read take turns with those that only add rows on %s, and all of them count',
  async (place) => {
    if (place === 'the thread') await untilThread();
    await database.transaction(add('sum'));
    const addOne = async (db: Db) => {
      await db
        .insertInto('counter')
        .values({ name: 'sum', shard: 0, total: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['name', 'shard'])
            .doUpdateSet((eb) => ({ total: eb('counter.total', '+', eb.ref('excluded.total')) })),
        )
        .execute();
    };
    const readAndSet = async (db: Db) => {
      const { total } = await db
        .selectFrom('counter')
        .select('total')
        .where('name', '=', 'sum')
        .executeTakeFirstOrThrow();
      // The event loop runs meanwhile, and so do the others.
      await setImmediate();
      await db
        .updateTable('counter')
        .set({ total: Number(total) + 1 })
        .where('name', '=', 'sum')
        .execute();
    };
    await Promise.all(
      Array.from({ length: 300 }, (_, at) => database.transaction(at % 3 === 0 ? readAndSet : addOne)),
    );
    const [row] = await database.reads
      .selectFrom('counter')
      .select('total')
      .where('name', '=', 'sum')
      .execute();
    expect(Number(row?.total)).toBe(301);
  },
);

test('an owner with one change waits for one change of each other owner, not for all of them', async () => {
  await untilThread();
  const order: string[] = [];
  const run = (owner: string, name: string) =>
    database.transaction(add(name), owner).then(() => order.push(owner));
  const busy = Array.from({ length: 300 }, (_, at) => run('busy', `busy ${at}`));
  await Promise.all([...busy, run('quiet', 'quiet')]);
  expect(order.indexOf('quiet')).toBeLessThan(4);
});

test('a file that another process holds too long is refused, while the event loop runs and reads are answered', async () => {
  await untilThread();
  const other = new SqliteFile(file);
  other.exec('begin immediate');
  const over = new AbortController();
  const writing = Promise.allSettled(['a', 'b'].map((name) => database.transaction(add(name)))).finally(() =>
    over.abort(),
  );
  expect(await namesIn(database.reads)).toEqual([]);
  let turns = 0;
  // A short pause each, because a loop without one takes all of a core for these seconds.
  for (; !over.signal.aborted; turns += 1) await setTimeout(1);
  // A loop that waited for the file itself would have a turn for each of the two.
  expect(turns).toBeGreaterThan(100);
  const refused = await writing;
  for (const each of refused)
    expect(each).toMatchObject({
      reason: { code: 'service_unavailable', cause: { code: 'SQLITE_BUSY' } },
    });
  other.exec('rollback');
  other.close();
  expect(await isWrittenAside('later')).toBe(true);
  expect(await namesIn(database.reads)).toEqual(['later']);
});

test('when the thread ends in the middle of a group, the group is refused, others are written, and a new thread starts', async () => {
  await makeSlow('slow');
  await untilThread();
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  const group = outcomes([add('before'), add('slow'), add('after')]);
  await expect.poll(() => posted.mock.contexts.length).toBe(1);
  const thread = posted.mock.contexts[0];
  if (!(thread instanceof Worker)) throw new Error('There is no thread.');
  await thread.terminate();
  expect(await group).toEqual(Array.from({ length: 3 }, () => 'service_unavailable'));
  expect(await namesIn(database.reads)).toEqual([]);
  expect(await isWrittenAside('meanwhile')).toBe(false);
  expect(await namesIn(database.reads)).toEqual(['meanwhile']);
  await untilThread('again');
});

test('changes that wait for the thread are written before the database is closed', async () => {
  await untilThread();
  const waiting = Promise.all(Array.from({ length: 100 }, (_, at) => database.transaction(add(`c${at}`))));
  const closing = database.close();
  await expect(database.transaction(add('late'))).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await waiting).toHaveLength(100);
  await closing;
  database = await openDatabase(`sqlite:${file}`, { poolSize: 1 });
  expect(await namesIn(database.reads)).toHaveLength(100);
});

test('more kinds of statements than the thread remembers are written as well', async () => {
  await untilThread();
  await database.transaction(add('last'));
  // All of them, and a tenth once more, after the thread forgot them.
  for (let kind = 0; kind < 600; kind += 1)
    await database.transaction((db) =>
      db
        .insertInto('counter')
        .values({ name: 'last', shard: 0, total: 1 })
        .onConflict((conflict) =>
          conflict.columns(['name', 'shard']).doUpdateSet((eb) => ({ total: eb.lit(kind % 550) })),
        )
        .execute(),
    );
  const [row] = await database.reads
    .selectFrom('counter')
    .select('total')
    .where('name', '=', 'last')
    .execute();
  expect(row?.total).toBe(49);
});

test('each of many customers that are created at once is as it was sent, with its events and totals', async () => {
  const fixture = await openTestGateway({ DATABASE_URL: `sqlite:${file}` });
  const partner = await fixture.partner();
  const names = [
    '«Ünïcode» 👩‍👩‍👧',
    `"quoted" \\ 'and' {"a": null}`,
    'شركة ميناء هونغ كونغ',
    '?1 %s \\u0041 __proto__',
  ];
  const body = (at: number) =>
    customerBody({
      external_customer_id: `ext-${at % 7}`,
      company_name: `${names[at % names.length]} ${at}`,
    });
  for (let round = 0; round < 4; round += 1) {
    const sent = Array.from({ length: 60 }, (_, at) => body(at + round * 60));
    const answers = await Promise.all(sent.map((each) => partner.rest('POST', '/v1/customers', each)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.map(({ json }) => json.company_name)).toEqual(sent.map((each) => each['company_name']));
    for (const { json } of answers)
      expect((await partner.rest('GET', `/v1/customers/${json.customer_id}`)).json).toEqual(json);
  }
  expect((await partner.rest('GET', '/v1/customers')).json.count).toBe(240);
  expect((await partner.rest('GET', '/v1/customers?external_customer_id=ext-0')).json.count).toBe(35);
  const { rows } = await sql`
    select count(*) as events, count(distinct number) as numbers, count(distinct subject) as subjects
    from event
    where partner_id = ${partner.partnerId} and type in ('customer.created', 'kyc.created')`.execute(
    fixture.gateway.database.reads,
  );
  expect(rows).toEqual([{ events: 480, numbers: 480, subjects: 480 }]);
  await fixture.close();
});

test('the log of a long change is copied into the file by the thread, not at the commit', async () => {
  await untilThread();
  const size = () => statSync(file).size;
  const before = size();
  const sizesAtCommit: number[] = [];
  const { postMessage } = Worker.prototype;
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message: unknown) {
    if (message === 'copy log') sizesAtCommit.push(size());
    postMessage.call(this, message);
  });
  // Two thousand pages: SQLite by itself would copy a log of more than a thousand at the commit.
  await database.transaction(async (db) => {
    await namesIn(db);
    for (let at = 0; at < 2_000; at += 10) {
      const rows = Array.from({ length: 10 }, (_, more) => `${at + more} ${'x'.repeat(4_000)}`);
      await db
        .insertInto('counter')
        .values(rows.map((name) => ({ name, shard: 0, total: 1 })))
        .execute();
      await setImmediate();
    }
  });
  expect(sizesAtCommit).toEqual([before]);
  await expect.poll(size).toBeGreaterThan(before + 4_000_000);
});

test('what a long change has written is on the disk before its commit, so that the commit has little to write', async () => {
  await untilThread();
  const other = new SqliteFile(file);
  const added = other.prepare("select count(*) from counter where name like 'long %'").pluck();
  const log = () => statSync(`${file}-wal`).size;
  await expect
    .poll(() => {
      other.pragma('wal_checkpoint(truncate)');
      return log();
    })
    .toBe(0);
  const found: unknown[] = [];
  const { postMessage } = Worker.prototype;
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message: unknown) {
    if (message === 'sync log') found.push(added.get(), log() > 500 * PAGE_BYTES);
    postMessage.call(this, message);
  });
  await database.transaction(async (db) => {
    await namesIn(db);
    for (let at = 0; at < 1_000; at += 100) {
      const rows = Array.from({ length: 100 }, (_, more) => `long ${at + more} ${'x'.repeat(4_000)}`);
      await db
        .insertInto('counter')
        .values(rows.map((name) => ({ name, shard: 0, total: 1 })))
        .execute();
      await countLong(db);
    }
  });
  expect(found).toEqual([0, true]);
  expect(added.get()).toBe(1_000);
  other.close();
});
