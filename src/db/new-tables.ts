import { readFileSync } from 'node:fs';
import { type DatabaseKind, MIGRATIONS_TABLE } from './engine.ts';
import { migrationNames } from './migrations/names.ts';

/**
 * The script that makes the tables of a new database: the statements of all migrations, written by `npm run schema`. To
 * load the ORM and let it run them one by one would take longer than the rest of a start.
 */
export const tablesFile = (kind: DatabaseKind): URL =>
  new URL(`migrations/${kind}/tables.sql`, import.meta.url);

/** Between two statements; no statement has an empty line. */
export const BETWEEN = ';\n\n';

/** Statements as the text of a script. */
export function scriptText(statements: readonly string[]): string {
  return statements.map((statement) => `${withoutIndent(statement)}${BETWEEN}`).join('');
}

function withoutIndent(statement: string): string {
  if (statement.includes(BETWEEN)) throw new Error('A statement has an empty line.');
  const lines = statement.trim().split('\n');
  const indents = lines.slice(1).map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const indent = Math.min(...indents);
  return lines.map((line, index) => (index === 0 ? line : line.slice(indent))).join('\n');
}

/** The table of applied migrations, as the ORM makes it. */
const MIGRATIONS_TABLE_SQL = {
  sqlite: `create table \`${MIGRATIONS_TABLE}\` (\`id\` integer not null primary key autoincrement, \`name\` text not null, \`executed_at\` datetime not null default (strftime('%s', 'now') * 1000))`,
  postgres: `create table "${MIGRATIONS_TABLE}" ("id" serial primary key, "name" varchar(255) not null, "executed_at" timestamptz(6) not null default current_timestamp(6))`,
} as const;

/** The statements that make the tables of a new database, and note all migrations as applied. */
export function newTables(kind: DatabaseKind): readonly string[] {
  const script = readFileSync(tablesFile(kind), 'utf8').split(BETWEEN);
  const names = migrationNames.map((name) => `('${name}')`);
  return [
    MIGRATIONS_TABLE_SQL[kind],
    ...script.filter((statement) => statement !== ''),
    `insert into ${MIGRATIONS_TABLE} (name) values ${names.join(', ')}`,
  ];
}
