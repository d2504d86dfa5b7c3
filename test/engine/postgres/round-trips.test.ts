import { type Generated, Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { additionsWith } from '../../../src/engine/postgres/connections/postgres-additions.ts';
import { postgresDialect } from '../../../src/engine/postgres/connections/postgres-dialect.ts';
import {
  StatementSenders,
  type StatementSender,
} from '../../../src/engine/postgres/connections/statement-sender.ts';
import { openPool } from '../../../src/engine/postgres/connections/postgres-pool.ts';
import { customerBody, openTestGateway } from '../../support/gateway.ts';
import { emptyDatabase, type TestDatabase } from '../../support/postgres/databases.ts';

interface TestTables {
  readonly parent: { readonly id: number; readonly name: string };
  readonly child: { readonly id: Generated<number>; readonly parent_id: number };
  readonly thing: {
    readonly id: number;
    readonly name: string | null;
    readonly size: number | null;
    readonly is_open: boolean | null;
    readonly rate: number | null;
  };
}

let own: TestDatabase;
/** Looks at what was written; the senders have connections of their own. */
let pool: Pool;
/** The connections of the senders. */
let taken: Pool;
let db: Kysely<TestTables>;
/** The statements that were sent; those that were sent together are in one list. */
const trips: string[][] = [];
let underWay = 0;

/** Records the statements of its connections. */
class NotingSenders extends StatementSenders {
  override of(client: PoolClient): StatementSender {
    const sender = super.of(client);
    return {
      isUnanswered: false,
      gather: () => sender.gather(),
      async send(statement) {
        const word = statement.sql.split(' ', 1)[0] ?? '';
        if (underWay === 0) trips.push([word]);
        else trips.at(-1)?.push(word);
        underWay += 1;
        try {
          return await sender.send(statement);
        } finally {
          underWay -= 1;
        }
      },
    };
  }
}

beforeAll(async () => {
  own = await emptyDatabase();
  pool = openPool(own.url, 1);
  taken = openPool(own.url, 2);
  const acquire = async () => ({ client: await taken.connect(), releasePermit: () => {} });
  const commitAdditions = (_additions: unknown, alone: () => Promise<void>) => alone();
  const additionOf = additionsWith({ table: 'none', sum: (rows) => rows });
  const source = { acquire, additionOf, commitAdditions, close: () => taken.end() };
  const dialect = postgresDialect(source, new NotingSenders({ prepares: false }));
  db = new Kysely({ dialect });
  await pool.query('create table parent (id integer primary key, name text not null)');
  await pool.query(
    'create table child (id serial primary key, parent_id integer not null references parent (id))',
  );
});
beforeEach(async () => {
  await pool.query('truncate parent, child');
  trips.length = 0;
});
afterAll(async () => {
  await db.destroy();
  await pool.end();
  await own.drop();
});

const parents = async () => (await pool.query('select id from parent order by id')).rows.map(({ id }) => id);
const children = async () =>
  (await pool.query('select parent_id from child')).rows.map(({ parent_id }) => parent_id);

test('a transaction that only adds rows is one statement', async () => {
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('parent').values({ id: 1, name: 'costs $1' }).execute();
    await trx
      .insertInto('child')
      .values([{ parent_id: 1 }, { parent_id: 1 }])
      .execute();
  });
  expect(trips).toEqual([['with']]);
  expect([await parents(), await children()]).toEqual([[1], [1, 1]]);
});

test('a transaction with an invalid row adds none of its rows', async () => {
  const work = db.transaction().execute(async (trx) => {
    await trx.insertInto('parent').values({ id: 1, name: 'one' }).execute();
    await trx.insertInto('child').values({ parent_id: 2 }).execute();
  });
  await expect(work).rejects.toMatchObject({ code: '23503' });
  expect([await parents(), await children()]).toEqual([[], []]);
});

test('a query in a transaction sees the rows added before it, in one round trip with them and the begin', async () => {
  const seen = await db.transaction().execute(async (trx) => {
    await trx.insertInto('parent').values({ id: 1, name: 'one' }).execute();
    const rows = await trx.selectFrom('parent').selectAll().execute();
    await trx.insertInto('child').values({ parent_id: 1 }).execute();
    return rows;
  });
  expect(seen).toEqual([{ id: 1, name: 'one' }]);
  expect(trips).toEqual([
    ['begin', 'insert', 'select'],
    ['insert', 'commit'],
  ]);
});

test('statements that begin a transaction at once share its connection, in the order of their calls', async () => {
  const names = await db.transaction().execute(async (trx) => {
    const read = () => trx.selectFrom('parent').select('name').execute();
    const [before, , after] = await Promise.all([
      read(),
      trx.insertInto('parent').values({ id: 1, name: 'one' }).returning('id').execute(),
      read(),
    ]);
    return [before, after];
  });
  expect(names).toEqual([[], [{ name: 'one' }]]);
  expect(trips.flat()).toEqual(['begin', 'select', 'insert', 'select', 'commit']);
  expect(taken.totalCount - taken.idleCount).toBe(0);
});

test('if one of the statements that begin a transaction fails, all is undone and its connection is free', async () => {
  const work = db
    .transaction()
    .execute((trx) =>
      Promise.all([
        trx.insertInto('parent').values({ id: 1, name: 'one' }).returning('id').execute(),
        trx.insertInto('child').values({ parent_id: 2 }).returning('id').execute(),
      ]),
    );
  await expect(work).rejects.toMatchObject({ code: '23503' });
  expect(await parents()).toEqual([]);
  expect(taken.totalCount - taken.idleCount).toBe(0);
});

test('a commit with invalid rows undoes everything, and throws their error', async () => {
  const work = db.transaction().execute(async (trx) => {
    await trx.updateTable('parent').set({ name: 'two' }).execute();
    await trx.insertInto('parent').values({ id: 1, name: 'one' }).execute();
    await trx.selectFrom('parent').selectAll().execute();
    await trx.insertInto('child').values({ parent_id: 2 }).execute();
  });
  await expect(work).rejects.toMatchObject({ code: '23503' });
  expect(await parents()).toEqual([]);
  await db.insertInto('parent').values({ id: 3, name: 'three' }).execute();
  expect(await parents()).toEqual([3]);
});

test('two inserts into one table are one statement, or two if they have other columns', async () => {
  await db.transaction().execute(async (trx) => {
    for (const id of [1, 2]) await trx.insertInto('parent').values({ id, name: 'one' }).execute();
  });
  expect(trips).toEqual([['insert']]);
  trips.length = 0;
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('child').values({ parent_id: 1 }).execute();
    await trx.insertInto('child').values({ id: 100, parent_id: 2 }).execute();
  });
  expect(trips).toEqual([
    ['begin', 'insert'],
    ['insert', 'commit'],
  ]);
  expect([await parents(), await children()]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('two inserts that may find their row there are two statements', async () => {
  await db.transaction().execute(async (trx) => {
    for (const name of ['one', 'two'])
      await trx
        .insertInto('parent')
        .values({ id: 1, name })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })),
        )
        .execute();
  });
  expect(trips).toHaveLength(2);
  expect((await pool.query('select name from parent')).rows).toEqual([{ name: 'two' }]);
});

test('each of many rows of one insert is as it was given, whatever its values', async () => {
  const names = [
    '',
    'null',
    null,
    '{}',
    '{"a","b"}',
    ' , ',
    '"',
    '\\',
    `'\\"'`,
    'line\nline',
    '$1',
    '😀',
    'NULL',
  ];
  const rows = names.flatMap((name, id) => [
    { id, name, size: 9_007_199_254_740_991 - id, is_open: id % 2 === 0, rate: null },
    { id: 100 + id, name, size: null, is_open: null, rate: 0.1 + id },
  ]);
  await pool.query(
    'create table thing (id integer primary key, name text, size bigint, is_open boolean, rate double precision)',
  );
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('thing').values(rows).execute();
  });
  expect(trips).toEqual([['insert']]);
  const { rows: found } = await pool.query('select * from thing order by id');
  expect(found).toEqual(rows.toSorted((a, b) => a.id - b.id));
});

test('work that throws sends none of its inserts', async () => {
  const work = db.transaction().execute(async (trx) => {
    await trx.insertInto('parent').values({ id: 1, name: 'one' }).execute();
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(trips).toEqual([]);
  expect(await parents()).toEqual([]);
});

test('a customer with its KYC record, its events and its totals is one statement', async () => {
  const gateway = await openTestGateway();
  const { rest } = await gateway.partner();
  const watch = openPool(gateway.config.databaseUrl, 1);
  // In PostgreSQL each row has the number of the transaction that wrote it, and of the statement in that transaction.
  const written = `select xmin::text, cmin::text from customer
    union select xmin::text, cmin::text from event where type in ('customer.created', 'kyc.created')
    union select xmin::text, cmin::text from counter where name like '%/customers'`;
  expect((await rest('POST', '/v1/customers', customerBody())).status).toBe(200);
  expect((await watch.query(written)).rows).toHaveLength(1);
  await watch.end();
  await gateway.close();
});
