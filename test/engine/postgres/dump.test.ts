import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import {
  dumpTo,
  requireDump,
  requireRestore,
  restoreDump,
} from '../../../src/engine/postgres/postgres-dump.ts';
import { migrations } from '../../../src/run/migrations/migrations.ts';
import { blocksOf, guide } from '../../pages/docs/pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'fundgate-dump-'));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const URL_WITH_PASSWORD = 'postgres://me:p%40ss@db.example:5432/funds';

/** The only tool of the PATH, as a script. */
function tool(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  vi.stubEnv('PATH', folder);
}
const said = () => readFileSync(join(folder, 'said'), 'utf8');

test('pg_dump gets the password in its environment, where no list of processes shows it', async () => {
  tool('pg_dump', `echo "$PGPASSWORD $*" > ${folder}/said; echo dumped`);
  const file = join(folder, 'a.dump');
  await dumpTo(URL_WITH_PASSWORD, file);
  expect(readFileSync(file, 'utf8')).toBe('dumped\n');
  expect(said()).toBe(
    'p@ss --format=custom --no-owner --no-privileges --dbname=postgres://me@db.example:5432/funds\n',
  );
});

test('pg_restore makes all of a file in one transaction', async () => {
  tool('pg_restore', `echo "$PGPASSWORD $*" > ${folder}/said`);
  await restoreDump(URL_WITH_PASSWORD, join(folder, 'b.dump'));
  expect(said()).toBe(
    `p@ss --single-transaction --exit-on-error --no-owner --no-privileges --dbname=postgres://me@db.example:5432/funds ${folder}/b.dump\n`,
  );
});

test('with containers the guide copies and restores the database by hand as the gateway does', async () => {
  tool('pg_dump', `echo "$*" > ${folder}/said`);
  await dumpTo(URL_WITH_PASSWORD, join(folder, 'c.dump'));
  const [dumpOptions] = said().split(' --dbname');
  tool('pg_restore', `echo "$*" > ${folder}/said`);
  await restoreDump(URL_WITH_PASSWORD, join(folder, 'c.dump'));
  const [restoreOptions] = said().split(' --dbname');
  const lines = blocksOf(guide('growing'), 'sh').join('');
  expect(lines).toContain(`exec -T postgres pg_dump ${dumpOptions} --username=fundgate fundgate >`);
  expect(lines).toContain(
    `exec -T postgres pg_restore ${restoreOptions} --username=fundgate --dbname=fundgate <`,
  );
});

test.each([
  ['?sslmode=no-verify&uselibpqcompat=true&max=3&idleTimeoutMillis=9', '?sslmode=require'],
  ['?ssl=1', '?sslmode=require'],
  ['?ssl=0', '?sslmode=disable'],
  ['?ssl=true&sslmode=verify-full&sslrootcert=/dev/null', '?sslmode=verify-full&sslrootcert=%2Fdev%2Fnull'],
  ['?password=inQuery&application_name=a+b', '?application_name=a%20b'],
  ['?statement_timeout=5&dbname=other&host=10.0.0.1', ''],
])('of the parameters %s the tools of PostgreSQL get %s', async (given, gets) => {
  tool('pg_dump', `echo "$*" > ${folder}/said`);
  rmSync(join(folder, 'e.dump'), { force: true });
  await dumpTo(`postgres://me@db.example/funds${given}`, join(folder, 'e.dump'));
  const host = given.includes('host=') ? '10.0.0.1' : 'db.example';
  expect(said()).toBe(
    `--format=custom --no-owner --no-privileges --dbname=postgres://me@${host}:5432/funds${gets}\n`,
  );
});

test('the tools of PostgreSQL find the database where the gateway does, whatever the environment and its password have', async () => {
  vi.stubEnv('PGSSLMODE', 'no-verify');
  tool('pg_dump', `echo "$PGPASSWORD $*" > ${folder}/said`);
  rmSync(join(folder, 'f.dump'), { force: true });
  await dumpTo('postgres://me:100%sure@db.example/funds', join(folder, 'f.dump'));
  expect(said()).toBe(
    '100%sure --format=custom --no-owner --no-privileges --dbname=postgres://me@db.example:5432/funds?sslmode=require\n',
  );
});

test('the command can be pasted into a shell, whatever the URL has in it', async () => {
  rmSync(join(folder, 'pg_dump'), { force: true });
  vi.stubEnv('PATH', folder);
  const url =
    "postgres://m'e:secret@db.example/it's%20$HOME%20&%20more?application_name=a%26b&options=-c%20x%3D1";
  const message = await requireDump(url, 18).then(() => '', String);
  expect(message).not.toContain('secret');
  expect(message).toContain(' PGPASSWORD or ~/.pgpass: ');
  tool('pg_dump', `for each; do echo "$each"; done`);
  const [, command = ''] = /.*: (pg_dump .*)$/.exec(message) ?? [];
  await promisify(execFile)('/bin/sh', ['-c', command], { cwd: folder });
  expect(readFileSync(join(folder, 'gateway.dump'), 'utf8').split('\n')).toEqual([
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    "--dbname=postgres://m'e@db.example:5432/it's%20%24HOME%20%26%20more?application_name=a%26b&options=-c%20x%3D1",
    '',
  ]);
});

test('if pg_dump fails, the error has its first line', async () => {
  tool('pg_dump', 'echo "pg_dump: error: server version mismatch" >&2; echo "more" >&2; exit 1');
  await expect(dumpTo(URL_WITH_PASSWORD, join(folder, 'c.dump'))).rejects.toThrow(
    /^pg_dump failed: pg_dump: error: server version mismatch$/,
  );
});

test('if pg_dump is older than the server, the error has both versions and the command, before anything is copied', async () => {
  const versions = 'pg_dump: detail: server version: 18.4; pg_dump version: 15.18 (Debian)';
  const script = `[ "$1" = --version ] && exit 0; echo "pg_dump: error: aborting" >&2; echo "${versions}" >&2; exit 1`;
  tool('pg_dump', script);
  await expect(requireDump(URL_WITH_PASSWORD, 18)).rejects.toThrow(
    /^pg_dump is older than the server \(server version: 18\.4; pg_dump version: 15\.18 \(Debian\)\): .* pg_dump --format=custom --no-owner --no-privileges --dbname=postgres:\/\/me@db\.example:5432\/funds > gateway\.dump$/,
  );
});

test('if pg_restore is older than the copy, the error says so, before anything is restored', async () => {
  const script = `[ "$1" = --version ] && exit 0; echo "pg_restore: error: unsupported version (1.16) in file header" >&2; exit 1`;
  tool('pg_restore', script);
  await expect(requireRestore(URL_WITH_PASSWORD, 'b.dump', { server: 18, migrations })).rejects.toThrow(
    /^pg_restore is older than the copy \(unsupported version \(1\.16\) in file header\): install .*: pg_restore .* b\.dump$/,
  );
});

// The tools of PostgreSQL 18 cannot be had everywhere; these scripts say what those of Debian say.
const versionSays = (version: string) => `[ "$1" = --version ] && echo "$0 (PostgreSQL) ${version}"; exit 0`;

test('tools of a higher major version than the server are refused, before anything is copied or restored', async () => {
  tool('pg_dump', versionSays('18.1 (Debian 18.1-1)'));
  await expect(requireDump(URL_WITH_PASSWORD, 15)).rejects.toThrow(
    /^pg_dump is of PostgreSQL 18, and the server of 15, into which such a copy cannot be restored: install the client tools of version 15, or run it .* > gateway\.dump$/,
  );
  tool('pg_restore', versionSays('17.5'));
  await expect(requireRestore(URL_WITH_PASSWORD, 'b.dump', { server: 16, migrations })).rejects.toThrow(
    /^pg_restore is of PostgreSQL 17, and the server of 16, /,
  );
});

test('tools of the version of the server and lower ones are taken, if they can read the database', async () => {
  for (const version of ['15.4', '18rc1', '18.1']) {
    tool('pg_dump', versionSays(version));
    await requireDump(URL_WITH_PASSWORD, 18);
    tool('pg_restore', versionSays(version));
    await requireRestore(URL_WITH_PASSWORD, 'b.dump', { server: 18, migrations });
  }
});

test('if pg_dump is not installed, the error has the command to run, without the password', async () => {
  rmSync(join(folder, 'pg_dump'), { force: true });
  vi.stubEnv('PATH', folder);
  await expect(dumpTo(URL_WITH_PASSWORD, join(folder, 'd.dump'))).rejects.toThrow(
    /^pg_dump is not on this machine: .* pg_dump --format=custom .*--dbname=postgres:\/\/me@db\.example:5432\/funds > gateway\.dump$/,
  );
});

test('a program that is not installed is reported before anything is copied', async () => {
  rmSync(join(folder, 'pg_restore'), { force: true });
  tool('pg_dump', 'exit 0');
  await requireDump(URL_WITH_PASSWORD, 18);
  await expect(
    requireRestore(URL_WITH_PASSWORD, '/the backup/gateway.dump', { server: 18, migrations }),
  ).rejects.toThrow(
    /^pg_restore is not on this machine: .*, and then restore again: pg_restore --single-transaction .* '\/the backup\/gateway\.dump'$/,
  );
  rmSync(join(folder, 'pg_dump'));
  await expect(requireDump(URL_WITH_PASSWORD, 18)).rejects.toThrow(/^pg_dump is not on this machine: /);
});
