import { DatabaseError as ErrorOfDriver } from 'pg';
import { DatabaseError as ErrorOfWire } from 'pg-protocol';
import { expect, onTestFinished, test } from 'vitest';
import { StatementSenders } from '../../../src/engine/postgres/connections/statement-sender.ts';
import { openPool } from '../../../src/engine/postgres/connections/postgres-pool.ts';
import { freshDatabase } from '../../support/postgres/databases.ts';

/** A connection of the release of "pg" that is installed. */
async function connection() {
  const own = await freshDatabase();
  const pool = openPool(own.url, 1);
  const client = await pool.connect();
  onTestFinished(async () => {
    client.release(true);
    await pool.end();
    await own.drop();
  });
  return client;
}

test('the gateway takes over the socket that "pg" has connected, and "pg" sends nothing more on it', async () => {
  const client = await connection();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  const sender = new StatementSenders().of(client);
  const both = [
    sender.send({ sql: 'select $1::int as number', parameters: [7] }),
    sender.send({ sql: 'select 2 as two', parameters: [] }),
  ];
  expect(await Promise.all(both)).toEqual([
    { rows: [{ number: 7 }], changed: null },
    { rows: [{ two: 2 }], changed: null },
  ]);
  expect(() => client.query('select 3')).toThrow('only a StatementSender sends on it');
});

test('a release of "pg" that reads responses in another place is refused in plain words', async () => {
  const client = await connection();
  client.connection.stream.removeAllListeners('data');
  expect(() => new StatementSenders().of(client)).toThrow(
    'This release of "pg" does not read its responses from "connection.stream", so the gateway cannot take over the socket.',
  );
});

test('"pg" and "pg-protocol" have one class of errors, so a refusal of the server is known as one', () => {
  expect(ErrorOfWire, 'install the release of "pg-protocol" that "pg" depends on').toBe(ErrorOfDriver);
});

test('when the server ends a connection, the running statement gets its reason, and the statements behind it are lost', async () => {
  const client = await connection();
  const sender = new StatementSenders().of(client);
  const ended = await Promise.allSettled([
    sender.send({ sql: 'select pg_terminate_backend(pg_backend_pid())', parameters: [] }),
    sender.send({ sql: 'select $1::int', parameters: [1] }),
  ]);
  expect(ended).toMatchObject([
    { status: 'rejected', reason: { code: '57P01' } },
    { status: 'rejected', reason: { message: expect.stringMatching(/terminated|ECONNRESET|EPIPE/) } },
  ]);
  await expect(sender.send({ sql: 'select $1::int', parameters: [1] })).rejects.toThrow('terminated');
});

test('a value that has no text is refused before anything is sent', async () => {
  const sender = new StatementSenders().of(await connection());
  await expect(sender.send({ sql: 'select $1::text', parameters: [new Date(0)] })).rejects.toThrow(TypeError);
  expect(await sender.send({ sql: 'select $1::int as next', parameters: [1] })).toMatchObject({
    rows: [{ next: 1 }],
  });
});
