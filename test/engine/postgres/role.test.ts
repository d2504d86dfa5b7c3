import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { ConfigError } from '../../../src/kernel/config-error.ts';
import { openPool } from '../../../src/engine/postgres/connections/postgres-pool.ts';
import { openTestGateway, settlementBody } from '../../support/gateway.ts';
import { emptyDatabase, serverUrl, type TestDatabase } from '../../support/postgres/databases.ts';
import { tell } from '../../support/postgres/server.ts';

const ROLE_FILE = new URL('../../../src/pages/docs/deployment/postgres-role.sql', import.meta.url);

let own: TestDatabase;
let database: string;
/** It has the name of its database, as in a deployment. Here others have theirs on the same server. */
let role: string;
let url: string;
beforeAll(async () => {
  own = await emptyDatabase();
  database = own.url;
  role = new URL(database).pathname.slice(1);
  const statements = readFileSync(ROLE_FILE, 'utf8')
    .split('\n')
    // A command of psql, which puts the password where the text names it.
    .filter((line) => !line.startsWith(String.raw`\getenv `))
    .join('\n')
    .replaceAll(":'password'", "'p4ssword'")
    .replaceAll('fundgate', role);
  await tell(database, statements);
  const asRole = new URL(database);
  asRole.username = role;
  asRole.password = 'p4ssword';
  url = asRole.href;
});
afterAll(async () => {
  await tell(database, `drop owned by ${role} cascade`);
  await own.drop();
  await tell(serverUrl(), `drop role ${role}`);
});

test('the role of the deployment runs a whole gateway, from the first migration on', async () => {
  const gateway = await openTestGateway({ DATABASE_URL: url });
  try {
    const partner = await gateway.partner();
    const customerId = await partner.completeCustomer();
    const asked = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
    expect(asked.json.status).toBe('approved');
    await gateway.relay();
    expect((await partner.rest('GET', '/v1/events')).json.items.length).toBeGreaterThan(3);
  } finally {
    await gateway.close();
  }
});

test('new segments of the log are filled with zeros for a role that may not say otherwise, and for no other', async () => {
  const asked = async (): Promise<unknown> => {
    const pool = openPool(url, 1);
    try {
      return (await pool.query('show wal_init_zero')).rows;
    } finally {
      await pool.end();
    }
  };
  expect(await asked()).toEqual([{ wal_init_zero: 'off' }]);
  await tell(database, `revoke set on parameter wal_init_zero from ${role}`);
  try {
    expect(await asked()).toEqual([{ wal_init_zero: 'on' }]);
  } finally {
    await tell(database, `grant set on parameter wal_init_zero to ${role}`);
  }
});

test('it has no right beyond its tables', async () => {
  const { rows } = await tell(
    database,
    `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = '${role}'`,
  );
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
    },
  ]);
  const owned = await tell(
    database,
    `select datname as name from pg_database where datdba = '${role}'::regrole
     union all select nspname from pg_namespace where nspowner = '${role}'::regrole`,
  );
  expect(owned.rows).toEqual([]);
  for (const forbidden of [
    'create database other',
    'create role other',
    'create schema other',
    'select rolpassword from pg_authid',
    "copy (select 1) to program 'true'",
    'alter role current_user superuser',
  ])
    await expect(tell(url, forbidden), forbidden).rejects.toThrow(
      /permission denied|must be superuser|must have/i,
    );
});

test('a start if the server lets nobody write ends with one sentence', async () => {
  await tell(database, `alter role ${role} set default_transaction_read_only = on`);
  try {
    await expect(openTestGateway({ DATABASE_URL: url })).rejects.toThrow(
      new ConfigError(
        'The database (DATABASE_URL, by default in DATA_DIR) cannot be used: the server is read-only.',
      ),
    );
  } finally {
    await tell(database, `alter role ${role} reset default_transaction_read_only`);
  }
});
