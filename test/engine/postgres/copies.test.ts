import type { Pool, PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { copyTextOf } from '../../../src/engine/postgres/connections/copy-text.ts';
import { openPool } from '../../../src/engine/postgres/connections/postgres-pool.ts';
import { PostgresWire } from '../../../src/engine/postgres/connections/postgres-wire.ts';
import { StatementSenders } from '../../../src/engine/postgres/connections/statement-sender.ts';
import { customerBody, openTestGateway } from '../../support/gateway.ts';
import { freshDatabase, type TestDatabase } from '../../support/postgres/databases.ts';
import { openProxy } from '../../support/postgres/proxy.ts';
import { tell } from '../../support/postgres/server.ts';

let own: TestDatabase;
let pool: Pool;
let client: PoolClient;
beforeAll(async () => {
  own = await freshDatabase();
  pool = openPool(own.url, 1);
  await tell(own.url, 'create table thing (id integer primary key, name text, size bigint, is_open boolean)');
  await tell(own.url, 'create table sum (total integer not null)');
});
beforeEach(async () => {
  await tell(own.url, 'truncate thing, sum');
  client = await pool.connect();
});
afterEach(() => client.release(true));
afterAll(async () => {
  await pool.end();
  await own.drop();
});

type Row = readonly [id: number, name: string | null, size: number | null, isOpen: boolean | null];

const senders = new StatementSenders();
const INTO = 'copy thing (id, name, size, is_open) from stdin';
const ADD = 'insert into sum select $1::integer';
const copyOf = (rows: readonly Row[]) => ({ sql: INTO, text: copyTextOf(rows.flat(), 4) });
const send = (rows: readonly Row[], sql = '', parameters: readonly unknown[] = []) =>
  senders.of(client).send({ sql, parameters, copies: [copyOf(rows)] });
const things = async () =>
  (await tell(own.url, 'select * from thing order by id')).rows.map(({ id, name, size, is_open }) => [
    id,
    name,
    size === null ? null : Number(size),
    is_open,
  ]);
const sums = async () => (await tell(own.url, 'select total from sum')).rows.map(({ total }) => total);

const rowOf = (id: number): Row => [id, 'one', null, true];

test('rows that are copied arrive as they are, whatever their characters', async () => {
  const names = [
    '',
    null,
    '\\N',
    '\\.',
    'NULL',
    'a\tb',
    'a\nb',
    'a\r\nb',
    '\\',
    '\\\\t',
    `'"`,
    '«Ünïcode» 👩‍👩‍👧',
    ' ',
  ];
  const rows = names.map((name, id): Row => [id, name, id % 2 === 0 ? null : 2 ** 52, id % 3 === 0]);
  await send(rows);
  expect(await things()).toEqual(rows);
});

test('a copy and the statement after it are one transaction', async () => {
  await send([rowOf(1)], ADD, [5]);
  expect([await things(), await sums()]).toEqual([[rowOf(1)], [5]]);
  await expect(send([rowOf(2)], ADD, [null])).rejects.toMatchObject({ code: '23502' });
  expect([await things(), await sums()]).toEqual([[rowOf(1)], [5]]);
});

test('a copy that is refused undoes the ones before it, and the same statements work afterwards', async () => {
  const copies = [copyOf([rowOf(1)]), copyOf([rowOf(2), rowOf(1)])];
  const sent = senders.of(client).send({ sql: ADD, parameters: [7], copies });
  await expect(sent).rejects.toMatchObject({ code: '23505', constraint: 'thing_pkey' });
  expect([await things(), await sums()]).toEqual([[], []]);
  await send([rowOf(1)], ADD, [9]);
  expect([await things(), await sums()]).toEqual([[rowOf(1)], [9]]);
});

test('a copy that cannot be prepared yet is prepared when it can be', async () => {
  const later = { sql: 'copy later (id) from stdin', text: copyTextOf([1, 2], 1) };
  const add = () => senders.of(client).send({ sql: ADD, parameters: [1], copies: [later] });
  await expect(add()).rejects.toMatchObject({ code: '42P01' });
  await tell(own.url, 'create table later (id integer)');
  await add();
  expect((await tell(own.url, 'select id from later')).rows).toEqual([{ id: 1 }, { id: 2 }]);
});

/** A stand-in of a pooler: it greets with another process than the one that serves. */
const greetingOtherwise = (url: string) =>
  openProxy(url, (gateway, server) => {
    server.on('data', (chunk: Buffer) => {
      const at = chunk.indexOf(GREETING);
      if (at >= 0) chunk.writeInt32BE(1 + chunk.readInt32BE(at + GREETING.length), at + GREETING.length);
      gateway.write(chunk);
    });
    gateway.pipe(server);
  });

/** How the message begins in which a server names its process. */
const GREETING = Buffer.from([0x4b, 0, 0, 0, 12]);

/** How a gateway writes customers that are created at once. */
async function writesOf(url: string, settings: Readonly<Record<string, string>> = {}) {
  const fixture = await openTestGateway({ DATABASE_URL: url, ...settings });
  const partner = await fixture.partner();
  const sent = vi.spyOn(PostgresWire.prototype, 'send');
  const created = Array.from({ length: 30 }, () => partner.rest('POST', '/v1/customers', customerBody()));
  expect(new Set((await Promise.all(created)).map(({ status }) => status))).toEqual(new Set([200]));
  const texts = sent.mock.calls.map(([message]) => message.toString('latin1'));
  sent.mockRestore();
  await fixture.close();
  return new Set(texts.join().match(/(?:copy|insert into) "(?:customer|event)"/g));
}

const COPIES = new Set(['copy "customer"', 'copy "event"']);
const INSERTS = new Set(['insert into "customer"', 'insert into "event"']);

test('customers that are created at once are copied, but not without prepared statements, and not behind a pooler', async () => {
  const { url, drop } = await freshDatabase();
  expect(await writesOf(url)).toEqual(COPIES);
  expect(await writesOf(url, { DATABASE_PREPARE: 'off' })).toEqual(INSERTS);
  const proxy = await greetingOtherwise(url);
  expect(await writesOf(proxy.url)).toEqual(INSERTS);
  proxy.close();
  await drop();
});
