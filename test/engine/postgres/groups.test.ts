import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../support/database/open-database.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import type { Database } from '../../../src/engine/sql/database.ts';
import { customerBody, openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { freshDatabase, type TestDatabase } from '../../support/postgres/databases.ts';
import { tell } from '../../support/postgres/server.ts';

type Db = Kysely<Tables>;

let own: TestDatabase;
let database: Database;
let fixture: TestGateway;
beforeAll(async () => {
  own = await freshDatabase();
  fixture = await openTestGateway({ DATABASE_URL: own.url });
  database = await openDatabase(own.url, { poolSize: 5 });
});
beforeEach(() => tell(own.url, `delete from counter where name not like '%/%'`));
afterAll(async () => {
  await database.close();
  await fixture.close();
  await own.drop();
});

const add = (name: string) => async (db: Db) => {
  await db.insertInto('counter').values({ name, shard: 0, total: 1 }).execute();
};
const added = async () => {
  const { rows } = await sql<{ name: string; transaction: string }>`
    select name, xmin::text as transaction from counter where name not like '%/%' order by name`.execute(
    database.reads,
  );
  return { names: rows.map(({ name }) => name), transactions: new Set(rows.map((row) => row.transaction)) };
};
const statusesOf = async (works: readonly ((db: Db) => Promise<unknown>)[]) =>
  (await Promise.allSettled(works.map((work) => database.transaction(work)))).map(({ status }) => status);

test('changes that wait at the same moment share a transaction', async () => {
  await statusesOf(Array.from({ length: 300 }, (_, at) => add(`c${at}`)));
  const { names, transactions } = await added();
  expect(names).toHaveLength(300);
  expect(transactions.size).toBeLessThan(20);
});

test('counters are locked after all that belongs to the change is written', async () => {
  const partner = await fixture.partner();
  const create = () => partner.rest('POST', '/v1/customers', customerBody());
  await create();
  // Whichever shard the changes take, it is locked.
  await tell(
    own.url,
    `insert into counter (name, shard, total) select distinct name, each, 0 from counter, generate_series(0, 15) as each
      on conflict do nothing`,
  );
  const holder = new Client({ connectionString: own.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from counter for update');
  const numbers = async () =>
    (await tell(own.url, 'select last_value::int from event_number_seq')).rows[0]?.last_value;
  const before = await numbers();
  const held = Promise.all([create(), create(), create()]);
  const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'fundgate' and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await tell(own.url, isWaiting)).rowCount).toBeGreaterThan(0);
  expect(await numbers()).toBe(before + 6);
  await holder.query('rollback');
  await holder.end();
  expect((await held).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a change that the server refuses fails alone', async () => {
  const none = (db: Db) =>
    db
      .insertInto('api_key')
      .values({
        id: 'key_none',
        partner_id: 'par_none',
        name: '',
        role: 'partner',
        scopes: '',
        prefix: '',
        hash: '',
        created_at: '',
        digest: 'v1..',
        mac: '',
      })
      .execute();
  await database.transaction(add('known'));
  const works = [add('first'), none, add('second'), add('known'), add('third')];
  expect(await statusesOf(works)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect((await added()).names).toEqual(['first', 'known', 'second', 'third']);
});

test('a change that throws after it has added rows fails alone', async () => {
  const failing = async (db: Db) => {
    await add('of the failing one')(db);
    throw new Error('no');
  };
  expect(await statusesOf([add('first'), failing, add('second')])).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect((await added()).names).toEqual(['first', 'second']);
});

test('an owner with one change waits for one change of each other owner, not for all of them', async () => {
  // One connection: the server numbers transactions in the order in which they were sent, however busy it is.
  const narrow = await openDatabase(own.url, { poolSize: 1 });
  const run = (owner: string, name: string) => narrow.transaction(add(name), owner);
  const busy = Array.from({ length: 300 }, (_, at) => run('busy', `busy ${at}`));
  await Promise.all([...busy, run('quiet', 'quiet')]);
  await narrow.close();
  const before = await tell(
    own.url,
    `select 1 from counter where name like 'busy %'
      and xmin::text::bigint < (select xmin::text::bigint from counter where name = 'quiet')`,
  );
  expect(before.rowCount).toBeLessThan(150);
});

test('changes that wait when the database is closed are done first; later ones are refused', async () => {
  const closed = await openDatabase(own.url, { poolSize: 2 });
  const waiting = Promise.all(Array.from({ length: 100 }, (_, at) => closed.transaction(add(`c${at}`))));
  // Those that wait in this turn of the event loop are in the queue.
  await setImmediate();
  const closing = closed.close();
  await expect(closed.transaction(add('late'))).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await waiting).toHaveLength(100);
  await closing;
  expect((await added()).names).toHaveLength(100);
});

test('a group that waits for a lock delays neither reads nor the groups after it', async () => {
  const holder = new Client({ connectionString: own.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query(`insert into counter values ('held', 0, 1)`);
  const held = Promise.all([add('held'), add('beside')].map((work) => database.transaction(work))).catch(
    (error: unknown) => error,
  );
  const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'fundgate' and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await tell(own.url, isWaiting)).rowCount).toBe(1);
  expect(await statusesOf([add('later'), add('last')])).toEqual(['fulfilled', 'fulfilled']);
  expect((await added()).names).toEqual(['last', 'later']);
  await holder.query('rollback');
  await holder.end();
  await held;
  expect((await added()).names).toEqual(['beside', 'held', 'last', 'later']);
});

test('each of many customers that are created at once is as it was sent, with its events and totals', async () => {
  const partner = await fixture.partner();
  const names = [
    '«Ünïcode» 👩‍👩‍👧',
    `"quoted" \\ 'and' {"a": null}`,
    'شركة ميناء هونغ كونغ',
    '$1 %s \\u0041 __proto__',
  ];
  const sent = Array.from({ length: 60 }, (_, at) =>
    customerBody({
      external_customer_id: `ext-${at % 7}`,
      company_name: `${names[at % names.length]} ${at}`,
    }),
  );
  const answers = await Promise.all(sent.map((body) => partner.rest('POST', '/v1/customers', body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.map(({ json }) => json.company_name)).toEqual(sent.map((body) => body['company_name']));
  for (const { json } of answers)
    expect((await partner.rest('GET', `/v1/customers/${json.customer_id}`)).json).toEqual(json);
  expect((await partner.rest('GET', '/v1/customers')).json.count).toBe(60);
  expect((await partner.rest('GET', '/v1/customers?external_customer_id=ext-0')).json.count).toBe(9);
  const { rows } = await tell(
    own.url,
    `select count(*)::int as events, count(distinct number)::int as numbers, count(distinct subject)::int as subjects
      from event where partner_id = '${partner.partnerId}'
      and type in ('customer.created', 'kyc.created')`,
  );
  expect(rows).toEqual([{ events: 120, numbers: 120, subjects: 120 }]);
  const written = `select count(distinct xmin::text)::int as transactions from customer where partner_id = '${partner.partnerId}'`;
  expect((await tell(own.url, written)).rows[0]?.transactions).toBeLessThan(30);
});
