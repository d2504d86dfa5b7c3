import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFolder, environmentOf } from '../../support/gateway-process.ts';
import { installedPrograms, startInstalled } from '../../support/postgres/installed.ts';
import { type PostgresServer, tell } from '../../support/postgres/server.ts';

const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;
const SECRET_KEY = '0e'.repeat(32);
/** A busy machine starts a process in seconds. */
const TIMEOUT_MS = 90_000;

const programs = installedPrograms();

describe.skipIf(programs === null)('with the programs of PostgreSQL on this machine,', () => {
  const place = dataFolder();
  const data = join(place.path, 'data');
  let server: PostgresServer;
  let used: string;

  /** The command line in a process of its own, with everything that it prints. */
  function run(databaseUrl: string, folder: string, ...args: string[]) {
    const environment = environmentOf(folder, {
      NODE_ENV: 'test',
      PATH: `${programs}:/bin:/usr/bin`,
      SECRET_KEY,
      DATABASE_URL: databaseUrl,
    });
    const child = spawn(process.execPath, [CLI, ...args], { env: environment });
    const printed = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (printed.out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (printed.err += text));
    const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...printed }));
    return { child, ended };
  }

  /** The connections of a tool, and how many of them wait for a lock. */
  async function connectionsOf(tool: string) {
    const { rows } = await tell(
      server.url('postgres'),
      `select wait_event_type from pg_stat_activity where application_name = '${tool}'`,
    );
    return { all: rows.length, waiting: rows.filter((row) => row.wait_event_type === 'Lock').length };
  }

  /** Kills the command as soon as its tool waits for a lock, and returns when the tool has left the server. */
  async function killWaiting(tool: string, command: ReturnType<typeof run>): Promise<void> {
    await expect.poll(async () => (await connectionsOf(tool)).waiting).toBe(1);
    command.child.kill('SIGKILL');
    expect(await command.ended).toMatchObject({ code: null });
    await expect.poll(async () => (await connectionsOf(tool)).all).toBe(0);
  }

  beforeAll(async () => {
    server = await startInstalled(programs ?? '');
    used = await server.create('used');
    expect(await run(used, data, 'partner', 'create', 'Acme').ended).toMatchObject({ code: 0 });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  test(
    'pg_dump ends with a backup that is killed, also while it waits',
    async () => {
      const blocker = new Client({ connectionString: used });
      await blocker.connect();
      await blocker.query('begin; lock table customer in access exclusive mode');
      try {
        await killWaiting('pg_dump', run(used, data, 'backup', join(place.path, 'killed')));
      } finally {
        await blocker.end();
      }
    },
    TIMEOUT_MS,
  );

  test(
    'pg_restore ends with a restore that is killed, also when it has read everything, and commits nothing',
    async () => {
      const backup = join(place.path, 'whole');
      expect(await run(used, data, 'backup', backup).ended).toMatchObject({ code: 0 });
      const target = await server.create('target');
      // Indexes come after all rows: the first waits for a lock that is taken here.
      const LOCK = 7;
      await tell(
        target,
        `create function wait() returns event_trigger language plpgsql as
           'begin perform pg_advisory_xact_lock(${LOCK}); end';
         create event trigger wait on ddl_command_start when tag in ('CREATE INDEX') execute function wait()`,
      );
      const blocker = new Client({ connectionString: target });
      await blocker.connect();
      await blocker.query(`select pg_advisory_lock(${LOCK})`);
      try {
        await killWaiting('pg_restore', run(target, join(place.path, 'restored'), 'restore', backup));
      } finally {
        await blocker.end();
      }
      const { rows } = await tell(target, "select tablename from pg_tables where schemaname = 'public'");
      expect(rows).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
