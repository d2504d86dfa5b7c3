import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { onPostgres } from '../postgres/databases.ts';

type Write = 'insert' | 'update' | 'delete';

/** Makes the database refuse one kind of write to a table, with a message, until the returned function is called. */
export async function refuseWrites(db: Kysely<Tables>, write: Write, table: keyof Tables, message = 'no') {
  const on = sql`before ${sql.raw(write)} on ${sql.table(table)}`;
  const says = sql.lit(message);
  if (!onPostgres()) {
    await sql`create trigger refuse ${on} begin select raise(abort, ${says}); end`.execute(db);
    return async () => void (await sql`drop trigger refuse`.execute(db));
  }
  const body = sql.lit(`begin raise exception using message = ${literal(message)}; end`);
  await sql`create function refuse() returns trigger language plpgsql as ${body}`.execute(db);
  await sql`create trigger refuse ${on} for each row execute function refuse()`.execute(db);
  return async () => void (await sql`drop function refuse cascade`.execute(db));
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
