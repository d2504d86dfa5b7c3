import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/run/config/config.ts';
import { ConfigError } from '../../../src/kernel/config-error.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { freePort } from '../../support/free-port.ts';
import { dataFolder, environmentOf } from '../../support/gateway-process.ts';

/** What the start of a gateway says that cannot be opened. */
async function refusal(folder: string, changes: NodeJS.ProcessEnv = {}): Promise<string> {
  const config = readConfig(environmentOf(folder, { NODE_ENV: 'test', ...changes }));
  const refused: unknown = await openGateway(config).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  return refused instanceof Error ? refused.message : '';
}

const PROBLEM = 'The database (DATABASE_URL, by default in DATA_DIR) cannot be used';

describe('a gateway is not opened, and one sentence says why:', () => {
  test.each([
    ['DATA_DIR', '/proc/zq'],
    ['STORAGE_URL', 'fs:/dev/null/zq'],
    ['STORAGE_URL', 'fs:/proc/zq'],
    ['DATABASE_URL', 'sqlite:/dev/null/zq.db'],
  ])('%s=%s, which is named and not shown', async (name, value) => {
    using folder = dataFolder();
    const sentence = await refusal(folder.path, { [name]: value });
    expect(sentence).toMatch(new RegExp(`^[^\n]*\\b${name}\\b[^\n]*\\.$`));
    expect(sentence).not.toContain('zq');
  });

  test('a file that is not a database, which stays unchanged', async () => {
    using folder = dataFolder();
    const [file, diary] = [join(folder.path, 'gateway.db'), 'My diary. '.repeat(1_000)];
    writeFileSync(file, diary);
    expect(await refusal(folder.path)).toBe(`${PROBLEM}: the file is not a SQLite database.`);
    expect(readFileSync(file, 'utf8')).toBe(diary);
  });

  test('a PostgreSQL without TLS, if the URL demands it', async () => {
    using folder = dataFolder();
    // The answer of PostgreSQL to the question for TLS.
    const server = createServer((socket) => socket.once('data', () => socket.end('N')));
    const port = await freePort();
    await once(server.listen(port, '127.0.0.1'), 'listening');
    const DATABASE_URL = `postgres://fundgate@127.0.0.1:${port}/fundgate?sslmode=verify-full`;
    expect(await refusal(folder.path, { DATABASE_URL })).toBe(
      `${PROBLEM}: the server speaks no TLS, which sslmode demands.`,
    );
    server.close();
  });

  test('a fault of the driver other than silence, in the words of the driver', async () => {
    using folder = dataFolder();
    // It asks for the password in a way that the driver does not know.
    const scram = Buffer.from('SCRAM-SHA-1\0\0');
    const asking = Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8 + scram.length, 0, 0, 0, 10]), scram]);
    const server = createServer((socket) => socket.once('data', () => socket.write(asking)));
    const port = await freePort();
    await once(server.listen(port, '127.0.0.1'), 'listening');
    const DATABASE_URL = `postgres://fundgate@127.0.0.1:${port}/fundgate`;
    expect(await refusal(folder.path, { DATABASE_URL })).toBe(
      `${PROBLEM}: the driver says "SASL: Only mechanism(s) SCRAM-SHA-256 are supported".`,
    );
    server.close();
  });

  test('a server that ends the connection without a word', async () => {
    using folder = dataFolder();
    const server = createServer((socket) => socket.once('data', () => socket.destroy()));
    const port = await freePort();
    await once(server.listen(port, '127.0.0.1'), 'listening');
    const DATABASE_URL = `postgres://fundgate@127.0.0.1:${port}/fundgate`;
    expect(await refusal(folder.path, { DATABASE_URL })).toBe(`${PROBLEM}: nothing responds there in time.`);
    server.close();
  });

  test('a URL at which no server listens', async () => {
    using folder = dataFolder();
    const DATABASE_URL = 'postgres://host:port/db';
    expect(await refusal(folder.path, { DATABASE_URL })).toBe(`${PROBLEM}: it is not a URL.`);
  });

  test.each([
    [
      'sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
      'a file that sslrootcert, sslcert or sslkey names cannot be read',
    ],
    ['host=/nowhere', 'nothing answers there'],
  ])('a PostgreSQL by ?%s: %s', async (query, reason) => {
    using folder = dataFolder();
    const DATABASE_URL = `postgres:///fundgate?${query}`;
    expect(await refusal(folder.path, { DATABASE_URL })).toBe(`${PROBLEM}: ${reason}.`);
  });

  test('a standby of several hosts, which takes no changes', async () => {
    using folder = dataFolder();
    const DATABASE_URL = 'postgres://fundgate@a:5432,b:5432/fundgate?target_session_attrs=standby';
    expect(await refusal(folder.path, { DATABASE_URL })).toBe(
      `${PROBLEM}: with several hosts the gateway needs the host that takes changes: target_session_attrs must be read-write or primary.`,
    );
  });

  test.each([
    ['postgres://replica:99999/fundgate', 'it is not a URL'],
    [
      'postgres://replica/fundgate?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
      'a file that sslrootcert, sslcert or sslkey names cannot be read',
    ],
  ])('a replica at %s, which would never answer', async (DATABASE_REPLICA_URLS, reason) => {
    using folder = dataFolder();
    const DATABASE_URL = 'postgres://fundgate@127.0.0.1/fundgate';
    expect(await refusal(folder.path, { DATABASE_URL, DATABASE_REPLICA_URLS })).toBe(
      `A replica of the database (DATABASE_REPLICA_URLS) cannot be used: ${reason}.`,
    );
  });

  test('a file that is a folder', async () => {
    using folder = dataFolder();
    expect(await refusal(folder.path, { DATABASE_URL: `sqlite:${folder.path}` })).toBe(
      `${PROBLEM}: the file cannot be read or written.`,
    );
  });

  test('a damaged secret', async () => {
    using folder = dataFolder();
    writeFileSync(join(folder.path, 'secret.key'), 'half a sec');
    expect(await refusal(folder.path)).toBe(
      'The secret.key in DATA_DIR is damaged; restore it, or set SECRET_KEY.',
    );
  });
});
