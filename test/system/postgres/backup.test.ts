// Commands have processes, since they and their tools are killed.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerBody, pdf, uploadForm } from '../../support/gateway.ts';
import { dataFolder, environmentOf, startGateway } from '../../support/gateway-process.ts';
import { installedPrograms, startInstalled } from '../../support/postgres/installed.ts';
import { type PostgresServer, tell } from '../../support/postgres/server.ts';
import { needs } from '../../support/needs.ts';

const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;
const SECRET_KEY = '0e'.repeat(32);

const programs = installedPrograms();

describe(
  'with the programs of PostgreSQL on this machine,',
  needs(programs !== null, 'This machine has no server of PostgreSQL with its programs.'),
  () => {
    const place = dataFolder();
    const data = join(place.path, 'data');
    const whole = join(place.path, "the client's backup");
    let server: PostgresServer;
    let used: string;

    const PATH = `${programs}:/bin:/usr/bin`;

    /** The command line in a process of its own, with everything that it prints. */
    const run = (databaseUrl: string, folder: string, ...args: string[]) =>
      runWith({ DATABASE_URL: databaseUrl }, folder, ...args);

    function runWith(changes: NodeJS.ProcessEnv, folder: string, ...args: string[]) {
      const environment = environmentOf(folder, { NODE_ENV: 'test', PATH, SECRET_KEY, ...changes });
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
      await using gateway = await startGateway(data, { SECRET_KEY, DATABASE_URL: used });
      const { json } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
      const body = uploadForm('nar1', [pdf('kept')]);
      const uploaded = await gateway.rest('POST', `/v1/kyc/documents/${json.customer_id}`, { body });
      expect(uploaded.status).toBe(200);
      expect(await run(used, data, 'backup', whole).ended).toMatchObject({ code: 0 });
    });
    afterAll(async () => {
      await server[Symbol.asyncDispose]();
      place[Symbol.dispose]();
    });

    test('pg_dump ends with a backup that is killed, also while it waits', async () => {
      const blocker = new Client({ connectionString: used });
      await blocker.connect();
      await blocker.query('begin; lock table customer in access exclusive mode');
      try {
        await killWaiting('pg_dump', run(used, data, 'backup', join(place.path, 'killed')));
      } finally {
        await blocker.end();
      }
    });

    test('pg_restore ends with a restore that is killed, also when it has read everything, and commits nothing', async () => {
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
        await killWaiting('pg_restore', run(target, join(place.path, 'restored'), 'restore', whole));
      } finally {
        await blocker.end();
      }
      const { rows } = await tell(target, "select tablename from pg_tables where schemaname = 'public'");
      expect(rows).toEqual([]);
    });

    test('if pg_restore is absent, the command that is printed restores the database, and the same restore goes on', async () => {
      const url = `${await server.create("it's & more")}?sslmode=disable&max=3`;
      const target = join(place.path, 'by-hand');
      const withoutTools = { PATH: place.path, DATABASE_URL: url };

      const wrong = runWith({ ...withoutTools, SECRET_KEY: '0f'.repeat(32) }, target, 'restore', whole);
      expect((await wrong.ended).err).toMatch(/^SECRET_KEY .* is not the secret that the backup was /);

      const first = await runWith(withoutTools, target, 'restore', whole).ended;
      expect(first).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(/^pg_restore is not on this mach/),
      });
      expect(existsSync(target)).toBe(false);

      const [, command = ''] = /.*: (pg_restore .*)\n$/.exec(first.err) ?? [];
      await promisify(execFile)('/bin/sh', ['-c', command], { env: { PATH } });

      const second = await runWith(withoutTools, target, 'restore', whole, '--json').ended;
      expect(second).toMatchObject({
        code: 0,
        err: expect.stringContaining('The database was already restored'),
      });
      expect(JSON.parse(second.out)).toMatchObject({
        trail: { intact: true },
        storage: { documents: 1, blobs: 1, missing: 0, content: 0 },
      });
    });

    test('a restore beside a database that others have worked with since refuses it, and restores no file', async () => {
      const target = join(place.path, 'live');
      expect(await run(used, data, 'partner', 'create', 'Later').ended).toMatchObject({ code: 0 });
      expect(await run(used, target, 'restore', whole).ended).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(/^There is already a database, .* and it differs from the backup; /),
      });
      expect(existsSync(target)).toBe(false);
    });
  },
);
