import type { Pool, PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { StatementSenders } from '../../../src/engine/postgres/connections/statement-sender.ts';
import { openPool } from '../../../src/engine/postgres/connections/postgres-pool.ts';
import { freshDatabase, type TestDatabase } from '../../support/postgres/databases.ts';

let own: TestDatabase;
let pool: Pool;
let client: PoolClient;
beforeAll(async () => {
  own = await freshDatabase();
  pool = openPool(own.url, 1);
});
beforeEach(async () => {
  client = await pool.connect();
});
afterEach(() => client.release(true));
afterAll(async () => {
  await pool.end();
  await own.drop();
});

const senders = new StatementSenders();
const send = (sql: string, ...parameters: readonly unknown[]) => senders.of(client).send({ sql, parameters });

/** The messages that are sent while `work` runs. */
async function sentDuring(work: () => Promise<unknown>): Promise<string> {
  const { stream } = client.connection;
  const write = stream.write.bind(stream);
  let sent = '';
  stream.write = (part: Uint8Array) => {
    sent += Buffer.from(part).toString('latin1');
    return write(part);
  };
  await work();
  stream.write = write;
  return sent;
}

test('the text of a statement is sent once, and later only its values', async () => {
  const ask = (value: number) => send('select $1::int + 1 as more', value);
  const first = await sentDuring(() => Promise.all([ask(1), ask(2), ask(3)]));
  expect(first.split('select $1::int')).toHaveLength(2);
  const later = await sentDuring(async () => expect((await ask(4)).rows).toEqual([{ more: 5 }]));
  expect(later).not.toContain('select');
});

test('values arrive as they are, and come back as they are', async () => {
  const texts = ['', 'NULL', `«Ünïcode» 👩‍👩‍👧 \\ ' " $1`, 'line\nline', '長'.repeat(60_000), null, undefined];
  for (const text of texts) {
    const { rows } = await send('select $1::text as text, length($1) as length', text);
    const length = text === undefined || text === null ? null : [...text].length;
    expect(rows).toEqual([{ text: text ?? null, length }]);
  }
  const said = 'select $1::bigint as wide, $2::numeric as sum, $3::boolean as yes, $4::text[] as list';
  expect((await send(said, 2 ** 52, 12.5, true, null)).rows).toEqual([
    { wide: 2 ** 52, sum: 12.5, yes: true, list: null },
  ]);
  expect((await send(said, 1n, 0, false, ['a', 'b'])).rows).toEqual([
    { wide: 1, sum: 0, yes: false, list: ['a', 'b'] },
  ]);
});

test('a change says how many rows it changed, and a read does not', async () => {
  await send('create temporary table counted (number integer)');
  expect((await send('insert into counted select generate_series(1, $1)', 7)).changed).toBe(7);
  expect((await send('update counted set number = 0 where number > $1', 4)).changed).toBe(3);
  expect((await send('select number from counted where number = $1', 0)).changed).toBe(null);
  expect(await send('explain select $1::int', 1)).toMatchObject({
    rows: [{ 'QUERY PLAN': expect.stringContaining('Result') }],
    changed: null,
  });
});

test('a value that is refused at the first run affects neither other statements nor later runs', async () => {
  const ask = (value: string) => send('select $1::int as number', value);
  const settled = await Promise.allSettled([ask('none'), send('select $1::text as text', 'beside')]);
  expect(settled).toMatchObject([
    { status: 'rejected', reason: { code: '22P02' } },
    { status: 'fulfilled', value: { rows: [{ text: 'beside' }] } },
  ]);
  expect((await ask('8')).rows).toEqual([{ number: 8 }]);
});

test('a statement that cannot be prepared yet is prepared when it can be', async () => {
  const ask = () => send('select number from later where number > $1', 0);
  await expect(ask()).rejects.toMatchObject({ code: '42P01' });
  await send('create temporary table later (number integer)');
  expect((await ask()).rows).toEqual([]);
});

test('the wait for a silent server ends at the deadline; the wait for one that keeps answering does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const impatient = new StatementSenders({ replyMs: 400 }).of(client);
  const sleep = (seconds: number) =>
    impatient.send({ sql: 'select pg_sleep($1)::text as slept', parameters: [seconds] });
  for (let round = 0; round < 4; round += 1) {
    const answered = sleep(0);
    vi.advanceTimersByTime(150);
    expect((await answered).rows).toEqual([{ slept: '' }]);
  }
  const settled = Promise.allSettled([sleep(60), sleep(0), sleep(0)]);
  vi.advanceTimersByTime(399);
  expect(client.connection.stream.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(client.connection.stream.destroyed).toBe(true);
  const lost = {
    status: 'rejected',
    reason: expect.objectContaining({ message: expect.stringMatching(/terminated/) }),
  };
  expect(await settled).toEqual([lost, lost, lost]);
});
