import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { dumpTo, requireDump, requireRestore, restoreDump } from '../../../src/db/postgres/postgres-dump.ts';

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

test('pg_restore gets the dump through a pipe and makes all of it in one transaction', async () => {
  writeFileSync(join(folder, 'b.dump'), 'dumped before\n');
  tool('pg_restore', `read line; echo "$line $*" > ${folder}/said`);
  await restoreDump(URL_WITH_PASSWORD, join(folder, 'b.dump'));
  expect(said()).toMatch(/^dumped before --single-transaction --exit-on-error /);
});

test('pg_restore may end before it has read all of a dump', async () => {
  writeFileSync(join(folder, 'large.dump'), Buffer.alloc(4 * 1024 * 1024, 'dumped\n'));
  tool('pg_restore', `read line; echo "$line" > ${folder}/said`);
  await restoreDump(URL_WITH_PASSWORD, join(folder, 'large.dump'));
  expect(said()).toBe('dumped\n');
});

test('a dump that cannot be read is not restored, even where pg_restore reports success', async () => {
  tool('pg_restore', 'while read line; do :; done');
  await expect(restoreDump(URL_WITH_PASSWORD, join(folder, 'absent.dump'))).rejects.toThrow(/ENOENT/);
});

test('where pg_dump fails, the error has its first line', async () => {
  tool('pg_dump', 'echo "pg_dump: error: server version mismatch" >&2; echo "more" >&2; exit 1');
  await expect(dumpTo(URL_WITH_PASSWORD, join(folder, 'c.dump'))).rejects.toThrow(
    /^pg_dump failed: pg_dump: error: server version mismatch$/,
  );
});

test('where pg_dump is older than the server, the error has both versions and the command, before anything is copied', async () => {
  const versions = 'pg_dump: detail: server version: 18.4; pg_dump version: 15.18 (Debian)';
  const script = `[ "$1" = --version ] && exit 0; echo "pg_dump: error: aborting" >&2; echo "${versions}" >&2; exit 1`;
  tool('pg_dump', script);
  await expect(requireDump(URL_WITH_PASSWORD)).rejects.toThrow(
    /^pg_dump is older than the server \(server version: 18\.4; pg_dump version: 15\.18 \(Debian\)\): .* pg_dump --format=custom --no-owner --no-privileges --dbname=postgres:\/\/me@db\.example:5432\/funds > gateway\.dump$/,
  );
});

test('where pg_dump is not installed, the error has the command to run, without the password', async () => {
  rmSync(join(folder, 'pg_dump'), { force: true });
  vi.stubEnv('PATH', folder);
  await expect(dumpTo(URL_WITH_PASSWORD, join(folder, 'd.dump'))).rejects.toThrow(
    /^pg_dump is not on this machine: .* pg_dump --format=custom .*--dbname=postgres:\/\/me@db\.example:5432\/funds > gateway\.dump$/,
  );
});

test('a program that is not installed is reported before anything is copied', async () => {
  rmSync(join(folder, 'pg_restore'), { force: true });
  tool('pg_dump', 'exit 0');
  await requireDump(URL_WITH_PASSWORD);
  await expect(requireRestore(URL_WITH_PASSWORD)).rejects.toThrow(
    /^pg_restore is not on this machine: .* < gateway\.dump$/,
  );
  rmSync(join(folder, 'pg_dump'));
  await expect(requireDump(URL_WITH_PASSWORD)).rejects.toThrow(/^pg_dump is not on this machine: /);
});
