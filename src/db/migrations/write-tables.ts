import { writeFileSync } from 'node:fs';
import type { Migration } from '@mikro-orm/migrations';
import { DATABASE_KINDS, type DatabaseKind } from '../engine.ts';
import { scriptText, tablesFile } from '../new-tables.ts';
import { postgresMigrations } from './postgres/index.ts';
import { sqliteMigrations } from './sqlite/index.ts';

const MIGRATIONS = { sqlite: sqliteMigrations, postgres: postgresMigrations };

/** The text of `tables.sql`: what all migrations say to a database without rows, in their order. */
export async function printTables(kind: DatabaseKind): Promise<string> {
  const statements: string[] = [];
  for (const { class: migrationClass } of MIGRATIONS[kind]) {
    // Without a driver, which only migrations of existing rows would ask.
    const migration: Migration = Reflect.construct(migrationClass, []);
    migration.execute = async (statement) => {
      statements.push(String(statement));
      return [];
    };
    await migration.up();
    statements.push(...migration.getQueries().map(String));
  }
  return scriptText(statements);
}

if (import.meta.main)
  for (const kind of DATABASE_KINDS) writeFileSync(tablesFile(kind), await printTables(kind));
