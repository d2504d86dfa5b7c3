import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/sql';
import { MIGRATIONS_TABLE } from '../../../src/engine/sql/engine.ts';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { onPostgres, emptyDatabase } from '../postgres/databases.ts';

/** A database without tables, of the kind of this run. It outlives its connections. */
export async function emptyEngine() {
  const { url, remove } = onPostgres() ? await onServer() : inFile();
  return { url, engine: await engineOf(url, { poolSize: 4 }), [Symbol.asyncDispose]: remove };
}

async function onServer() {
  const { url, drop } = await emptyDatabase();
  return { url, remove: drop };
}

function inFile() {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-db-'));
  const remove = async () => rmSync(folder, { recursive: true });
  return { url: `sqlite:${join(folder, 'new', 'gateway.db')}`, remove };
}

/**
 * The statements with which the ORM would change the tables to match the entities. It also proposes to drop triggers
 * and their functions, because no entity has them; those keep rows append-only and are left out here.
 */
export async function differencesOf(orm: MikroORM): Promise<readonly string[]> {
  const statements = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  return statements
    .split('\n')
    .filter(
      (line) =>
        line !== '' &&
        !/^drop (?:trigger|function) if exists [`"](?:event|checkpoint|feed|ledger_entry|decision)_/.test(
          line,
        ),
    );
}

const SQLITE_PARTS = `select name || ': ' || sql as part from sqlite_master where sql is not null`;

/** Columns, indexes, constraints, triggers and their functions, in the server's own description. */
const POSTGRES_PARTS = `
  select format('column %s.%s %s %s %s %s', table_name, column_name, data_type, is_nullable, column_default,
    collation_name) as part
  from information_schema.columns where table_schema = 'public'
  union all select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
  union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`;

/** A description of each part of a database, in order, in one spelling. */
export async function tablesOf({
  engine,
}: Awaited<ReturnType<typeof emptyEngine>>): Promise<readonly string[]> {
  const orm = await engine.orm();
  const rows: readonly { part: string }[] = await orm.em
    .getConnection()
    .execute(onPostgres() ? POSTGRES_PARTS : SQLITE_PARTS);
  await orm.close();
  return rows.map(({ part }) => part.toLowerCase().replaceAll(/\s+/g, ' ')).toSorted();
}

const NAMES = onPostgres()
  ? `select table_name as name from information_schema.tables where table_schema = 'public'`
  : `select name from sqlite_master where type = 'table' and name not like 'sqlite%'`;

/** The rows of every table except the note of the migrations, which has times. */
export async function rowsOf({
  engine,
}: Awaited<ReturnType<typeof emptyEngine>>): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const orm = await engine.orm();
  const connection = orm.em.getConnection();
  const names: readonly { name: string }[] = await connection.execute(NAMES);
  const rows: Record<string, readonly unknown[]> = {};
  for (const { name } of names)
    if (name !== MIGRATIONS_TABLE) rows[name] = await connection.execute(`select * from ${name}`);
  await orm.close();
  return rows;
}
