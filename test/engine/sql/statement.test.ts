import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '../../../src/engine/sql/statement.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
});
afterAll(() => fixture.close());

const db = () => fixture.gateway.database.writes;

/** A statement over totals, and how often it was built. */
function counted() {
  let built = 0;
  const totals = statement(
    (
      on,
      {
        names,
        atLeast,
        shard,
      }: { names: readonly string[]; atLeast: number | null; shard?: number | undefined },
      order: 'asc' | 'desc',
    ) => {
      built += 1;
      return on
        .selectFrom('counter')
        .select(['name', 'total'])
        .where('name', 'in', names)
        .$if(atLeast !== null, (query) => query.where('total', '>=', atLeast ?? 0))
        .$if(shard !== undefined, (query) => query.where('shard', '=', shard ?? 0))
        .orderBy('name', order)
        .limit(5);
    },
  );
  return { totals, timesBuilt: () => built };
}

test('a statement is built once for each shape of its input, and returns the rows for its values', async () => {
  const add = statement((on, { rows }: { rows: readonly { name: string; shard: number; total: number }[] }) =>
    on.insertInto('counter').values(rows).returning('name'),
  );
  const row = (name: string, total: number) => ({ name, shard: 0, total });
  expect(await add(db(), { rows: [row('st/a', 1), row('st/b', 2)] })).toHaveLength(2);
  expect(await add(db(), { rows: [row('st/c', 3), row('st/d', 4)] })).toHaveLength(2);
  expect(await add(db(), { rows: [row('st/e', 5)] })).toEqual([{ name: 'st/e' }]);

  const { totals, timesBuilt } = counted();
  const names = async (...given: Parameters<typeof totals>) =>
    (await totals(...given)).map(({ name }) => name);
  expect(await names(db(), { names: ['st/a', 'st/b'], atLeast: null }, 'asc')).toEqual(['st/a', 'st/b']);
  expect(await names(db(), { names: ['st/c', 'st/d'], atLeast: null }, 'asc')).toEqual(['st/c', 'st/d']);
  expect(timesBuilt()).toBe(1);
  expect(await names(db(), { names: ['st/c', 'st/d'], atLeast: null }, 'desc')).toEqual(['st/d', 'st/c']);
  expect(await names(db(), { names: ['st/a', 'st/b'], atLeast: 2 }, 'asc')).toEqual(['st/b']);
  expect(await names(db(), { names: ['st/c', 'st/b'], atLeast: 3 }, 'asc')).toEqual(['st/c']);
  expect(await names(db(), { names: ['st/a'], atLeast: null, shard: 1 }, 'asc')).toEqual([]);
  expect(await names(db(), { names: ['st/a'], atLeast: null, shard: 0 }, 'asc')).toEqual(['st/a']);
  expect(timesBuilt()).toBe(4);
});

test('a statement with more shapes than are cached still returns the rows for its values', async () => {
  const { totals, timesBuilt } = counted();
  for (let count = 1; count <= 300; count += 1) {
    const names = Array.from({ length: count }, (_, index) => `st/none/${index}`);
    const [row] = await totals(db(), { names: ['st/e', ...names], atLeast: null }, 'asc');
    expect(row?.total).toBe(5);
  }
  expect(timesBuilt()).toBe(300);
});

test('the same statement runs in a transaction, and is rolled back with it', async () => {
  const { totals } = counted();
  const found = () => totals(db(), { names: ['st/t'], atLeast: null }, 'asc');
  const add = statement((on, { row }: { row: { name: string; shard: number; total: number } }) =>
    on.insertInto('counter').values(row),
  );
  const undone = fixture.gateway.database.transaction(async (transaction) => {
    await add(transaction, { row: { name: 'st/t', shard: 0, total: 1 } });
    expect(await totals(transaction, { names: ['st/t'], atLeast: null }, 'asc')).toHaveLength(1);
    throw new Error('No.');
  });
  await expect(undone).rejects.toThrow('No.');
  expect(await found()).toEqual([]);
});

test('a statement that reads a value while it is built fails at its first run', async () => {
  const looks = statement((on, { least }: { least: number }) =>
    on
      .selectFrom('counter')
      .selectAll()
      .$if(least > 3, (query) => query.where('total', '>', least)),
  );
  await expect(looks(db(), { least: 5 })).rejects.toThrow(
    'A statement may not depend on the value of least.',
  );
  const tells = statement((on, { name }: { name: string }) =>
    on.selectFrom('counter').selectAll().where('name', '=', `${name}/x`),
  );
  await expect(tells(db(), { name: 'a' })).rejects.toThrow('depend on the value of name');
});

test('a plugin is called for each run of a statement', async () => {
  const { totals } = counted();
  let heard = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      heard += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  for (let run = 0; run < 2; run += 1) {
    const rows = await totals(db().withPlugin(plugin), { names: ['st/e'], atLeast: null }, 'asc');
    expect(rows).toHaveLength(1);
  }
  expect(heard).toBe(2);
});
