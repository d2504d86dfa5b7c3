import type { TestProject } from 'vitest/node';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { join } from 'node:path';
import { databaseUrl, dropDatabases, newPrefix } from './databases.ts';
import { startPostgres, tell } from './server.ts';
import { renewalOf } from './used-database.ts';

const SETTINGS = {
  // An autovacuum by chance would put new rows before older ones in the order of reading.
  autovacuum: 'off',
  // Tests that provoke deadlocks wait for their end.
  deadlock_timeout: '100ms',
  // Nothing is replicated or restored from here, so writes need not reach the disk.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  synchronous_commit: 'off',
  // No processes without work.
  max_logical_replication_workers: '0',
  jit: 'off',
  // The time, the process and the database.
  log_line_prefix: '%m [%p] %d ',
};

/**
 * Before the tests on PostgreSQL: a server of their own, or the server of TEST_DATABASE_URL, and on it a database
 * with all tables. Every test gateway gets a copy of it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const own = given === undefined ? await startPostgres(SETTINGS) : null;
  const url = given ?? own?.url('postgres') ?? '';
  const prefix = newPrefix();
  const template = `${prefix}template`;
  const end = async () => {
    await dropDatabases(url, prefix);
    await own?.[Symbol.asyncDispose]();
  };
  try {
    const made = databaseUrl(url, template);
    await tell(url, `create database ${template}`);
    await (await engineOf(made, { poolSize: 1 })).migrate();
    const log = own === null ? null : join(own.folder, 'log');
    project.provide('postgres', { url, template, prefix, renewal: await renewalOf(made), log });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
