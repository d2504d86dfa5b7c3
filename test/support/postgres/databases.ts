import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { tell } from './server.ts';
import { renew, type Renewal } from './used-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the run and its template database, which already has the tables; null if tests run on SQLite. */
    postgres: Server | null;
  }
}

interface Server {
  readonly url: string;
  readonly template: string;
  readonly prefix: string;
  readonly renewal: Renewal;
  /** The file of its log; null if it is not a server of this run. */
  readonly log: string | null;
}

/** Whether the tests of this run speak to PostgreSQL. */
export const onPostgres = (): boolean => inject('postgres') !== null;

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** A database of its own for one gateway of a test, of the kind that the run is about. */
export async function freshDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres');
  if (postgres === null) return { url: 'sqlite::memory:', drop: async () => {} };
  const name = renewed.pop() ?? (await createDatabase(postgres, postgres.template));
  return { url: databaseUrl(postgres.url, name), drop: () => giveBack(postgres, name) };
}

/** Databases of ended tests, made like new: copying the template takes ten times as long. They go with the run. */
const renewed: string[] = [];

async function giveBack(postgres: Server, name: string): Promise<void> {
  if (await renew(databaseUrl(postgres.url, name), postgres.renewal)) renewed.push(name);
  else await dropDatabase(postgres.url, name);
}

/** One on PostgreSQL that has no tables yet. */
export const emptyDatabase = (): Promise<TestDatabase> => databaseBy(() => 'template0');

/** A database on PostgreSQL with all tables. No other test gets it, so the test may change its settings. */
export const ownDatabase = (): Promise<TestDatabase> => databaseBy(({ template }) => template);

async function databaseBy(templateOf: (postgres: Server) => string): Promise<TestDatabase> {
  const postgres = serverOfRun();
  const name = await createDatabase(postgres, templateOf(postgres));
  return { url: databaseUrl(postgres.url, name), drop: () => dropDatabase(postgres.url, name) };
}

/** The URL of a database of the server that is no test's own. */
export const serverUrl = (): string => serverOfRun().url;

function serverOfRun(): Server {
  const postgres = inject('postgres');
  if (postgres === null) throw new Error('This run is not about PostgreSQL.');
  return postgres;
}

/** Answers its name. */
async function createDatabase({ url, prefix }: Server, template: string): Promise<string> {
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  await tell(url, `create database ${name} template ${template} strategy file_copy`);
  return name;
}

/** The beginning of the names of the databases of one run; no other run has it. */
export const newPrefix = (): string => `fundgate_test_${randomBytes(4).toString('hex')}_`;

/** Drops databases that tests left behind. */
export async function dropDatabases(server: string, prefix: string): Promise<void> {
  const { rows } = await tell(
    server,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { datname } of rows) await dropDatabase(server, datname);
}

async function dropDatabase(server: string, name: string): Promise<void> {
  await tell(server, `drop database if exists "${name}" with (force)`);
}

/** The URL of another database on the same server. */
export function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
