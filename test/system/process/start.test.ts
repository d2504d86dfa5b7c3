// Processes, since a whole start is the subject: what it prints, its exit code, two at once.
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import {
  dataFolder,
  environmentOf,
  FIRST_KEY,
  type GatewayProcess,
  spawnGateway,
  startGateway,
} from '../../support/gateway-process.ts';

const SHOWN_KEY = /API key of partner demo, shown only once: (fgk_[\w-]{43})/;

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** The output of a start that fails. */
async function failedStart(folder: string, changes: NodeJS.ProcessEnv): Promise<string> {
  const { printed, exited } = spawnGateway(
    environmentOf(folder, { NODE_ENV: 'test', PORT: '0', ...changes }),
  );
  expect(await exited).toBe(1);
  return printed.text;
}

describe('in development', () => {
  const development = { NODE_ENV: 'development', BOOTSTRAP_API_KEY: '', LOG_LEVEL: 'info' };
  const folder = dataFolder();
  let gateway: GatewayProcess;
  beforeAll(async () => {
    gateway = await startGateway(folder.path, development);
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  test('the log says how long each part of the start took', () => {
    const line = gateway.printed.text.split('\n').find((each) => each.includes('"listening"')) ?? '{}';
    const parts = ['survey', 'migrations', 'database', 'keys', 'storage', 'trail', 'listening'];
    const times = Object.fromEntries(['total', ...parts].map((part) => [`${part}_ms`, expect.any(Number)]));
    expect(JSON.parse(line)).toEqual({
      level: 30,
      time: expect.any(String),
      version,
      node: expect.stringMatching(/^v26\./),
      database: 'sqlite',
      storage: 'fs',
      settings: 'DATA_DIR LOG_LEVEL NODE_ENV PORT RATE_LIMIT',
      ...times,
      msg: 'listening',
    });
  });

  test('the first start prints a key that works, and no later one does', async () => {
    const key = SHOWN_KEY.exec(gateway.printed.text)?.[1] ?? '';
    expect((await gateway.rest('GET', '/v1/customers', { key })).status).toBe(200);
    expect(await gateway.stop('SIGINT')).toBe(0);
    gateway = await startGateway(folder.path, development);
    expect(gateway.printed.text).not.toContain('fgk_');
    expect((await gateway.rest('GET', '/v1/customers', { key })).status).toBe(200);
  });

  test('the start says where the guides are', async () => {
    const guides = /^Guides +http:\/\/[^/]+(\/docs) /m.exec(gateway.printed.text)?.[1] ?? '';
    expect((await gateway.fetch('GET', guides)).text).toContain('Partner guide: REST');
  });

  test('there is GraphiQL', async () => {
    const inBrowser = await gateway.fetch('GET', '/graphql', { headers: { accept: 'text/html' } });
    expect(inBrowser.text).toMatch(/<html/i);
  });

  test('HEAD of GraphiQL gets the headers of GET, without a key and without the page', async () => {
    const headers = { accept: 'text/html' };
    const ofEach = ['connection', 'keep-alive', 'date', 'request-id'];
    const shown = async (method: string) => {
      const answer = await gateway.fetch(method, '/graphql', { headers });
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
      const same = [...answer.headers].filter(([name]) => !ofEach.includes(name));
      return { status: answer.status, same, length: answer.text.length };
    };
    const { length, ...get } = await shown('GET');
    expect([get.status, length > 0]).toEqual([200, true]);
    expect(await shown('HEAD')).toEqual({ ...get, length: 0 });
  });

  test('/healthz, which tells the version, and /readyz answer without a key', async () => {
    expect((await gateway.fetch('GET', '/healthz')).json).toEqual({ status: 'ok', version });
    expect((await gateway.fetch('GET', '/readyz')).json).toEqual({ status: 'ready' });
  });

  test('a new secret can be read by its owner only', () => {
    expect(gateway.child.exitCode).toBeNull();
    expect(statSync(join(folder.path, 'secret.key')).mode & 0o777).toBe(0o600);
  });
});

test('in production no key is printed and there is no GraphiQL', async () => {
  using folder = dataFolder();
  await using gateway = await startGateway(folder.path, { NODE_ENV: 'production', BOOTSTRAP_API_KEY: '' });
  const inBrowser = await gateway.fetch('GET', '/graphql', { headers: { accept: 'text/html' } });
  expect(inBrowser.text).not.toMatch(/<html/i);
  expect(gateway.printed.text).not.toMatch(/fgk_|GraphiQL/);
});

test('BOOTSTRAP_API_KEY is the key of the first partner, and only on an empty database', async () => {
  using folder = dataFolder();
  await using first = await startGateway(folder.path);
  expect((await first.rest('GET', '/v1/customers')).json).toMatchObject({ count: 0 });
  expect(first.printed.text).not.toContain(FIRST_KEY);
  await first.stop('SIGINT');
  const other = 'another-key-that-comes-too-late-000';
  await using second = await startGateway(folder.path, { BOOTSTRAP_API_KEY: other });
  expect((await second.rest('GET', '/v1/customers', { key: other })).json.error.code).toBe('api_key_invalid');
  expect((await second.rest('GET', '/v1/customers')).status).toBe(200);
});

test('gateways that start at once over the same empty folder share it', async () => {
  using folder = dataFolder();
  const gateways = await Promise.all([startGateway(folder.path), startGateway(folder.path)]);
  for (const gateway of gateways) {
    expect((await gateway.rest('GET', '/v1/customers')).status).toBe(200);
    expect(await gateway.stop('SIGINT')).toBe(0);
  }
});

test('a port in use ends the start with one sentence, and the first key is printed at the next start', async () => {
  using folder = dataFolder();
  const port = await freePort();
  const occupant = createServer().listen(port, '127.0.0.1');
  await once(occupant, 'listening');
  const development = { NODE_ENV: 'development', PORT: String(port), BOOTSTRAP_API_KEY: '' };
  expect(await failedStart(folder.path, development)).toBe(
    'The gateway cannot listen on HOST and PORT: another process listens there.\n',
  );
  occupant.close();
  await once(occupant, 'close');
  await using gateway = await startGateway(folder.path, development);
  expect(gateway.printed.text).toMatch(SHOWN_KEY);
});

// Each has an empty folder of its own, and ends soon. What else a start cannot use is in `run/open/open-gateway.test.ts`.
describe.concurrent('a start that fails', () => {
  test.each([
    ['PORT', 'zq'],
    ['HOST', 'zq.invalid'],
    ['DATA_DIR', '/dev/null/zq'],
  ])('%s=%s ends the start with one sentence that names it', async (name, value) => {
    using folder = dataFolder();
    const text = await failedStart(folder.path, { [name]: value });
    expect(text).toMatch(new RegExp(`^[^\n]*\\b${name}\\b[^\n]*\\.\n$`));
    expect(text).not.toContain('zq');
  });

  test('a migration that fails ends the start with its name and the code of the database', async () => {
    using folder = dataFolder();
    const file = new DatabaseSync(join(folder.path, 'gateway.db'));
    file.exec('create table customer (id text)');
    file.close();
    expect(await failedStart(folder.path, {})).toBe(
      'The database (DATABASE_URL, by default in DATA_DIR) cannot be used: the migration 0001-baseline failed with SQLITE_ERROR. No pending migration was kept; see "When a migration fails" in the guide to upgrading.\n',
    );
  });
});
