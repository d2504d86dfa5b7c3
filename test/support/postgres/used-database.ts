import { Socket } from 'node:net';
import { Client } from 'pg';
import { tell } from './server.ts';

/**
 * The statements that make a test's database like the template again; an empty text if the user of the server may not
 * run them.
 */
export interface Renewal {
  /** Names the transactions that made the tables and triggers, so that changes by a test are found. */
  readonly schema: string;
  /** Statements that put the rows of the template in the place of all others. */
  readonly rows: string;
}

const PUBLIC = `'public'::regnamespace`;
/** The first number that PostgreSQL gives to what users make. */
const OWN = 16_384;

/** The transaction of each row of the catalogue: a change of a table, a trigger or a function makes new rows. */
const CATALOGUE = {
  pg_namespace: 'true',
  pg_class: `relnamespace = ${PUBLIC}`,
  pg_attribute: `attrelid >= ${OWN}`,
  pg_constraint: `connamespace = ${PUBLIC}`,
  pg_trigger: 'true',
  pg_proc: `pronamespace = ${PUBLIC}`,
  pg_type: `typnamespace = ${PUBLIC}`,
  // What `analyze` has learnt of the tables.
  pg_statistic: `starelid >= ${OWN}`,
};
const SCHEMA = `select concat_ws(' ', ${Object.entries(CATALOGUE)
  .map(([table, own]) => `(select count(*) || ':' || sum(xmin::text::bigint) from ${table} where ${own})`)
  .join(', ')}) as schema`;

/** Rows that are deleted stay in the files; beyond this it is less work to copy the template again. */
const BYTES_MAX = 2_000_000;
const BYTES = `select sum(pg_relation_size(oid))::int as bytes from pg_class where relkind = 'r' and relnamespace = ${PUBLIC}`;

/** The connections of a closed gateway end in a moment; those of a killed one may still be at work. */
const ALONE = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** By the template at this URL. */
export async function renewalOf(template: string): Promise<Renewal> {
  const [{ rolsuper: mayDelete }] = (
    await tell(template, 'select rolsuper from pg_roles where rolname = current_user')
  ).rows;
  if (!mayDelete) return { schema: '', rows: '' };
  const { rows: tables } = await tell(
    template,
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = ${PUBLIC}`,
  );
  const { rows: sequences } = await tell(
    template,
    `select sequencename as name, coalesce(last_value, start_value) as value, last_value is not null as is_used
      from pg_sequences where schemaname = 'public'`,
  );
  const statements = ['set session_replication_role = replica'];
  for (const { name } of tables) {
    statements.push(`delete from ${name}`);
    const [{ rows }] = (await tell(template, `select json_agg(of)::text as rows from ${name} of`)).rows;
    if (rows !== null) statements.push(insertionOf(name, rows));
  }
  for (const { name, value, is_used: isUsed } of sequences)
    statements.push(`select setval('"${name}"', ${value}, ${isUsed})`);
  return { schema: (await tell(template, SCHEMA)).rows[0].schema, rows: statements.join(';\n') };
}

/** Puts rows that are a list in JSON into a table. Members that are no columns of it are left out. */
export const insertionOf = (table: string, rows: string): string =>
  `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, '${rows.replaceAll("'", "''")}')`;

/**
 * Connections to databases that are used again, by URL. A new connection must learn all tables, which takes ten times
 * as long as renewing a database. They do not keep the process running.
 */
const kept = new Map<string, Client>();

/** Whether the database at this URL could be made like the template again. */
export async function renew(url: string, { schema, rows }: Renewal): Promise<boolean> {
  if (schema === '') return false;
  const client = kept.get(url) ?? (await keep(url));
  const isRenewed = await renewBy(client, { schema, rows });
  if (!isRenewed) await client.end();
  return isRenewed;
}

async function keep(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, stream: () => new Socket().unref() });
  // A test may end all connections; the next renewal has another one.
  client.on('error', () => {}).on('end', () => kept.delete(url));
  await client.connect();
  kept.set(url, client);
  return client;
}

async function renewBy(client: Client, { schema, rows }: Renewal): Promise<boolean> {
  await client.query(ALONE);
  if ((await client.query(SCHEMA)).rows[0].schema !== schema) return false;
  if ((await client.query(BYTES)).rows[0].bytes > BYTES_MAX) return false;
  await client.query(rows);
  return true;
}
