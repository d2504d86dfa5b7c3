import { writeFileSync } from 'node:fs';
import type { Migration } from '@mikro-orm/migrations';
import SqliteFile from 'better-sqlite3';
import { DATABASE_KINDS, type DatabaseKind } from '../engine.ts';
import { scriptText, tablesFile } from '../new-tables.ts';
import { postgresMigrations } from './postgres/index.ts';
import { sqliteMigrations } from './sqlite/index.ts';

const MIGRATIONS = { sqlite: sqliteMigrations, postgres: postgresMigrations };

/**
 * The text of `tables.sql`: on PostgreSQL what all migrations say to a database without rows, in their order; on SQLite
 * what they leave, because each change of a table makes SQLite read all tables again, most of the time of the script.
 */
export async function printTables(kind: DatabaseKind): Promise<string> {
  const statements = await statementsOf(kind);
  return scriptText(kind === 'sqlite' ? leftBy(statements) : statements);
}

async function statementsOf(kind: DatabaseKind): Promise<readonly string[]> {
  const statements: string[] = [];
  for (const { class: migrationClass } of MIGRATIONS[kind]) {
    // Without a driver, which only migrations of existing rows would use.
    const migration: Migration = Reflect.construct(migrationClass, []);
    migration.execute = async (statement) => {
      statements.push(String(statement));
      return [];
    };
    await migration.up();
    statements.push(...migration.getQueries().map(String));
  }
  return statements;
}

/**
 * The statements that recreate the tables, indexes, triggers and rows that the migrations leave in SQLite, in that
 * order.
 */
function leftBy(statements: readonly string[]): readonly string[] {
  const file = new SqliteFile(':memory:');
  try {
    file.exec(statements.join(';'));
    const made = file
      .prepare<[], { type: string; name: string; sql: string }>(
        `select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite%' order by rowid`,
      )
      .all();
    const tables = made.filter(({ type }) => type === 'table');
    return [...made.map(({ sql }) => sql), ...tables.flatMap(({ name }) => rowsIn(file, name))];
  } finally {
    file.close();
  }
}

function rowsIn(file: SqliteFile.Database, table: string): readonly string[] {
  const rows = file.prepare<[], Record<string, string | number | null>>(`select * from ${table}`).all();
  return rows.map((row) => {
    const values = Object.values(row).map((value) =>
      typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
    );
    return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`;
  });
}

if (import.meta.main)
  for (const kind of DATABASE_KINDS) writeFileSync(tablesFile(kind), await printTables(kind));
