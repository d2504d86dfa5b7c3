import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../support/database/open-database.ts';
import { recordEvents } from '../../../src/trail/record/record.ts';
import { deriveKeys } from '../../../src/engine/crypto/keys.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import { catalogue } from '../../../src/kernel/error-catalogue.ts';
import { OperationError } from '../../../src/kernel/errors.ts';
import type { Database } from '../../../src/engine/sql/database.ts';
import { customerBody, openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { freshDatabase, type TestDatabase } from '../../support/postgres/databases.ts';

let own: TestDatabase;
let database: Database;
let one: TestGateway;
let two: TestGateway;
beforeAll(async () => {
  own = await freshDatabase();
  const DATABASE_URL = own.url;
  database = await openDatabase(DATABASE_URL, { poolSize: 4 });
  [one, two] = [await openTestGateway({ DATABASE_URL }), await openTestGateway({ DATABASE_URL })];
  await sql`create table account (id integer primary key, balance integer not null)`.execute(database.writes);
  await sql`insert into account values (1, 0), (2, 0)`.execute(database.writes);
});
afterAll(async () => {
  await one.close();
  await two.close();
  await database.close();
  await own.drop();
});

const add = (id: number) => sql`update account set balance = balance + 1 where id = ${id}`;
const balances = async () =>
  (await sql<{ balance: number }>`select balance from account order by id`.execute(database.reads)).rows.map(
    ({ balance }) => balance,
  );

test('of two transactions in a deadlock both are done, each once', async () => {
  const met = Promise.withResolvers<void>();
  const oneIsDone = Promise.withResolvers<void>();
  let waiting = 0;
  let runs = 0;
  const both = async (first: number, second: number) => {
    await database.transaction(async (db) => {
      runs += 1;
      // The one that lost comes again when the other is done; before, it could lose to it once more.
      if (runs > 2) await oneIsDone.promise;
      await add(first).execute(db);
      waiting += 1;
      if (waiting === 2) met.resolve();
      await met.promise;
      await add(second).execute(db);
    });
    oneIsDone.resolve();
  };
  await Promise.all([both(1, 2), both(2, 1)]);
  expect(await balances()).toEqual([2, 2]);
  expect(runs).toBe(3);
});

test('a race that is lost each time is tried four times, and is then a conflict', async () => {
  let runs = 0;
  const work = database.transaction(async (db) => {
    runs += 1;
    await add(1).execute(db);
    await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(db);
  });
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OperationError);
  expect(error instanceof OperationError && catalogue[error.code].status).toBe(409);
  expect(runs).toBe(4);
  expect(await balances()).toEqual([2, 2]);
});

test('two events that were given one number are both written, one after the other', async () => {
  const happening = { type: 'partner.created', subject: 'partner/par_1', partnerId: 'par_1' } as const;
  const at = {
    caller: commandLine,
    requestId: 'race',
    now: new Date(),
    keys: deriveKeys([Buffer.alloc(32)], 'audit'),
  };
  const met = Promise.withResolvers<void>();
  let waiting = 0;
  const record = () =>
    database.transaction(async (db) => {
      // Both transactions take their snapshot before either has written.
      await db.selectFrom('event').select('id').execute();
      waiting += 1;
      if (waiting === 2) met.resolve();
      await met.promise;
      return recordEvents(db, [happening], at);
    });
  const written = await Promise.all([record(), record(), record(), record()]);
  const numbers = written.flat().map(({ sequence }) => sequence);
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
});

test('any other failure is not retried', async () => {
  let runs = 0;
  const work = database.transaction(async (db) => {
    runs += 1;
    await sql`insert into account values (1, 0)`.execute(db);
  });
  await expect(work).rejects.toThrow(/duplicate key/);
  expect(runs).toBe(1);
});

test('of two processes with one idempotency key, one runs the request; the other reports that it runs, or replays it', async () => {
  const partner = await one.partner();
  const elsewhere = two.withKey(partner.apiKey);
  for (let round = 0; round < 10; round += 1) {
    const headers = { 'idempotency-key': `round-${round}` };
    const body = customerBody({ external_customer_id: `round-${round}` });
    const answers = await Promise.all(
      [partner, elsewhere, partner, elsewhere].map((each) =>
        each.rest('POST', '/v1/customers', body, headers),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const { json } of answers.filter(({ status }) => status !== 200)) {
      expect(json.error.code).toBe('idempotency_key_in_use');
    }
    expect((await elsewhere.rest('POST', '/v1/customers', body, headers)).text).toBe(done[0]?.text);
    const found = await partner.rest('GET', `/v1/customers?external_customer_id=round-${round}`);
    expect(found.json.count).toBe(1);
  }
});

test('totals are exact after thirty-two clients of one partner at once', async () => {
  const partner = await one.partner();
  const clients = Array.from({ length: 32 }, (_, index) =>
    index % 2 === 0 ? partner : two.withKey(partner.apiKey),
  );
  await Promise.all(
    clients.map(async (client) => {
      for (let turn = 0; turn < 5; turn += 1) await client.rest('POST', '/v1/customers', customerBody());
    }),
  );
  expect((await partner.rest('GET', '/v1/customers')).json.count).toBe(160);
  const found = await partner.rest('GET', '/v1/customers?external_customer_id=ext-1');
  expect(found.json.count).toBe(160);
});
