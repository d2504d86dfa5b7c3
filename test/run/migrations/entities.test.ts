import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { newTables } from '../../../src/engine/sql/new-tables.ts';
import { COLUMNS } from '../../../src/kernel/generated/columns.ts';
import { TABLES } from '../../../src/run/migrations/migrations.ts';
import { printColumns, printEntities } from '../../../src/run/migrations/write-entities.ts';

test('the list of entities has every entity of src; npm run schema writes it', () => {
  const checkedIn = readFileSync(new URL('../../../src/run/migrations/entities.ts', import.meta.url), 'utf8');
  expect(printEntities()).toBe(checkedIn);
});

test('the list of columns has every column of a table with MACs; npm run schema writes it', () => {
  const checkedIn = readFileSync(
    new URL('../../../src/kernel/generated/columns.ts', import.meta.url),
    'utf8',
  );
  expect(printColumns()).toBe(checkedIn);
});

test('the list of columns has what the tables really have, so no column escapes its MAC', () => {
  const database = new Database(':memory:');
  database.exec(newTables('sqlite', TABLES.migrations).join(';'));
  const rows = database
    .prepare<[], { table: string; column: string }>(
      `select sqlite_master.name as "table", columns.name as "column"
       from sqlite_master, pragma_table_info(sqlite_master.name) columns where sqlite_master.type = 'table'`,
    )
    .all();
  database.close();
  const tables = Map.groupBy(rows, ({ table }) => table);
  const underMac = [...tables].flatMap(([table, columns]) => {
    const names = columns.map(({ column }) => column);
    return names.includes('mac') ? [[table, names.toSorted()] as const] : [];
  });
  const listed = Object.entries(COLUMNS).map(([table, names]) => [table, names.toSorted()]);
  expect(Object.fromEntries(underMac)).toEqual(Object.fromEntries(listed));
});
