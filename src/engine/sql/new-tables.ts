import { MIGRATIONS_TABLE } from './engine.ts';
import type { DatabaseKind } from './kinds.ts';
import { type Migration, namesOf } from './migration.ts';

/** The table of applied migrations, exactly as the ORM makes it. */
const MIGRATIONS_TABLE_SQL = {
  sqlite: `create table \`${MIGRATIONS_TABLE}\` (\`id\` integer not null primary key autoincrement, \`name\` text not null, \`executed_at\` datetime not null default (strftime('%s', 'now') * 1000))`,
  postgres: `create table "${MIGRATIONS_TABLE}" ("id" serial primary key, "name" varchar(255) not null, "executed_at" timestamptz(6) not null default current_timestamp(6))`,
} as const;

/** The statements that make the tables of a new database and record all migrations as applied. */
export function newTables(kind: DatabaseKind, migrations: readonly Migration[]): readonly string[] {
  const names = namesOf(migrations).map((name) => `('${name}')`);
  return [
    MIGRATIONS_TABLE_SQL[kind],
    ...migrations.flatMap(({ statements }) => statements(kind)),
    `insert into ${MIGRATIONS_TABLE} (name) values ${names.join(', ')}`,
  ];
}
