import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../support/database/open-database.ts';
import { stopClock } from '../../support/stopped-clock.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import type { Database } from '../../../src/engine/sql/database.ts';
import { customerBody, openTestGateway } from '../../support/gateway.ts';

type Db = Kysely<Tables>;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-group-'));
  file = join(folder, 'gateway.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const add = (name: string) => async (db: Db) => {
  await db.insertInto('counter').values({ name, shard: 0, total: 1 }).execute();
  return name;
};
/** The rows that the tests added. */
const namesIn = async (db: Db) => {
  const rows = await db
    .selectFrom('counter')
    .select('name')
    .where('name', 'not like', '%/%')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
};

/** A statement that takes long: counting to a million takes some ten milliseconds on any machine. */
const count = (db: Db, to: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to}) select max(i) from n`.execute(
    db,
  );

/** Counts the turns of the event loop until its end. */
function countTurns() {
  const until = { isOver: false };
  const counted = (async () => {
    let turns = 0;
    for (; !until.isOver; turns += 1) await setImmediate();
    return turns;
  })();
  return {
    end() {
      until.isOver = true;
      return counted;
    },
  };
}

/**
 * How many transactions committed since the file was made. In the WAL, a frame that ends a transaction has the size of
 * the file in it.
 */
function commits(): number {
  const wal = readFileSync(`${file}-wal`);
  const frame = 24 + wal.readUInt32BE(8);
  let ended = 0;
  for (let at = 32; at + frame <= wal.length; at += frame) if (wal.readUInt32BE(at + 4) > 0) ended += 1;
  return ended;
}

describe.each(['file', 'memory'])('on SQLite in %s', (place) => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase(place === 'file' ? `sqlite:${file}` : 'sqlite::memory:', { poolSize: 1 });
  });
  afterEach(() => database.close());

  test('a command that fails after a write does not affect the others of its group', async () => {
    const failing = async (db: Db) => {
      await add('of the failing one')(db);
      throw new Error('no');
    };
    const twice = (db: Db) => add('first')(db);
    const works = [add('first'), failing, add('second'), twice, add('third')];
    const outcomes = await Promise.allSettled(works.map((work) => database.transaction(work)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await namesIn(database.reads)).toEqual(['first', 'second', 'third']);
  });

  test('a command that fails while it waits for its turn delays no other', async () => {
    const impatient = async (db: Db) => {
      await Promise.all([namesIn(db), Promise.reject(new Error('no'))]);
    };
    const reading = async (db: Db) => {
      await namesIn(db);
      await add('later')(db);
    };
    const outcomes = await Promise.allSettled([impatient, reading].map((work) => database.transaction(work)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await namesIn(database.reads)).toEqual(['later']);
  });

  test('a command whose change cannot be committed fails alone', async () => {
    const orphan = async (db: Db) => {
      await sql`pragma defer_foreign_keys = on`.execute(db);
      await sql`
        insert into document_request (customer_id, type, partner_id, reason, requested_at)
        values ('cus_none', 'nar1', 'par_none', '', '')`.execute(db);
    };
    const works: ((db: Db) => Promise<unknown>)[] = [add('first'), orphan, add('second')];
    const outcomes = await Promise.allSettled(works.map((work) => database.transaction(work)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await namesIn(database.reads)).toEqual(['first', 'second']);
  });

  test('a read sees every confirmed change, and no change that is half done', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const name = `turn ${turn}`;
      expect(await namesIn(database.reads)).not.toContain(name);
      const seen: string[][] = [];
      const slow = async (db: Db) => {
        await add(name)(db);
        // Long enough that the event loop has turns in between.
        for (let part = 0; part < 3; part += 1) await count(db, 300_000);
        return name;
      };
      if (turn === 0) {
        const written = database.transaction(slow);
        await setImmediate();
        const early = namesIn(database.reads).then((names) => seen.push(names));
        await Promise.all([written, early]);
        if (place === 'file') expect(seen[0]).not.toContain(name);
      } else await database.transaction(add(name));
      expect(await namesIn(database.reads)).toContain(name);
    }
  });

  test('the event loop has its turn while a thousand commands wait', async () => {
    const turns = countTurns();
    await Promise.all(Array.from({ length: 1_000 }, (_, at) => database.transaction(add(`c${at}`))));
    expect(await turns.end()).toBeGreaterThanOrEqual(1_000 / 32);
  });

  test('an owner with one command waits for one command of each other owner, not for all of them', async () => {
    const order: string[] = [];
    const run = (owner: string, name: string) =>
      database.transaction(add(name), owner).then(() => order.push(owner));
    const busy = Array.from({ length: 300 }, (_, at) => run('busy', `busy ${at}`));
    await Promise.all([...busy, run('quiet', 'quiet'), run('other', 'other')]);
    expect(order.indexOf('quiet')).toBeLessThan(4);
    expect(order.indexOf('other')).toBeLessThan(5);
  });

  test('a slow command delays neither the commands before it nor the event loop', async () => {
    const order: string[] = [];
    let runs = 0;
    // The clock stands until the slow one has its turn, so that this is in the group of the first on a busy machine too.
    const clock = stopClock();
    const slow = async (db: Db) => {
      runs += 1;
      await count(db, 1);
      clock.restore();
      await add('slow')(db);
      for (let part = 0; part < 5; part += 1) await count(db, 300_000);
    };
    const note = (name: string) => () => void order.push(name);
    // All three read, and so wait for the same connection.
    const quick = (name: string) => async (db: Db) => {
      await namesIn(db);
      await add(name)(db);
    };
    const turns = countTurns();
    await Promise.all([
      database.transaction(quick('before')).then(note('before')),
      database.transaction(slow).then(note('slow')),
      database.transaction(quick('after')).then(note('after')),
    ]);
    expect(order).toEqual(['before', 'slow', 'after']);
    expect(await turns.end()).toBeGreaterThan(4);
    // It began in the group of the first, and again alone.
    expect(runs).toBe(2);
    expect(await namesIn(database.reads)).toEqual(['after', 'before', 'slow']);
  });

  test('a statement after the end of its transaction is an error, and does not join another transaction', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const leaking = async (db: Db) => {
      late = setImmediate().then(() => add('late')(db));
      late.catch(() => {});
    };
    await database.transaction(leaking);
    await database.transaction(add('other'));
    await expect(late).rejects.toThrow(/committed|end of its transaction/);
    expect(await namesIn(database.reads)).toEqual(['other']);
  });

  test('commands that wait when the database is closed still run; later ones are refused', async () => {
    const waiting = Promise.all(Array.from({ length: 100 }, (_, at) => database.transaction(add(`c${at}`))));
    const closing = database.close();
    await expect(database.transaction(add('late'))).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await waiting).toHaveLength(100);
    await closing;
    database = await openDatabase('sqlite::memory:', { poolSize: 1 });
  });
});

test('a read in the same turn of the event loop does not hide a change that was confirmed in it', async () => {
  const database = await openDatabase(`sqlite:${file}`, { poolSize: 1 });
  const readFirst = async (db: Db) => {
    expect(await namesIn(database.reads)).toEqual([]);
    return add('new')(db);
  };
  await database.transaction(readFirst);
  expect(await namesIn(database.reads)).toEqual(['new']);
  await database.close();
});

test('changes that wait at the same moment share a wait for the disk', async () => {
  const database = await openDatabase(`sqlite:${file}`, { poolSize: 1 });
  const before = commits();
  await Promise.all(Array.from({ length: 300 }, (_, at) => database.transaction(add(`c${at}`))));
  expect(await namesIn(database.reads)).toHaveLength(300);
  expect(commits() - before).toBeLessThan(100);
  await database.close();
});

test('commands of the same moment each have their own events, totals and kept answer', async () => {
  const fixture = await openTestGateway({ DATABASE_URL: `sqlite:${file}` });
  const partner = await fixture.partner();
  await partner.rest('POST', '/v1/customers', customerBody());
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      partner.rest('POST', '/v1/customers', customerBody(at % 3 === 0 ? { contact_email: 'no' } : {}), {
        'idempotency-key': `key-${at}`,
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at % 3 === 0 ? 400 : 200)));
  const { database } = fixture.gateway;
  expect((await partner.rest('GET', '/v1/customers')).json.count).toBe(41);
  const kept = await database.reads.selectFrom('idempotency_key').select('key').execute();
  expect(kept).toHaveLength(40);
  const events = await database.reads
    .selectFrom('event')
    .select('subject')
    .where('type', '=', 'customer.created')
    .execute();
  expect(new Set(events.map(({ subject }) => subject)).size).toBe(41);
  await fixture.close();
});

test('while another process writes, reads are answered, and a change waits until it has finished', async () => {
  const fixture = await openTestGateway({ DATABASE_URL: `sqlite:${file}` });
  const partner = await fixture.partner();
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  const other = new SqliteFile(file);
  other.exec('begin immediate');
  let isWritten = false;
  const writing = partner.rest('POST', '/v1/customers', customerBody()).finally(() => (isWritten = true));
  for (let turn = 0; turn < 50; turn += 1) {
    expect((await partner.rest('GET', `/v1/customers/${json.customer_id}`)).status).toBe(200);
    await setImmediate();
  }
  expect(isWritten).toBe(false);
  other.exec('rollback');
  other.close();
  expect((await writing).status).toBe(200);
  await fixture.close();
});

test('a read on the writing connection does not wait for the write lock', async () => {
  const database = await openDatabase(`sqlite:${file}`, { poolSize: 1 });
  const other = new SqliteFile(file);
  other.exec('begin immediate');
  expect(await namesIn(database.writes)).toEqual([]);
  other.exec('rollback');
  other.close();
  await database.transaction(add('new'));
  expect(await namesIn(database.writes)).toEqual(['new']);
  await database.close();
});
