// Processes, since that of the tests has loaded all modules.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine, environmentOf, spawnGateway, startGateway } from '../../support/gateway-process.ts';

const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;

let folder: string;
let preload: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-loaded-'));
  preload = join(folder, 'noting.mjs');
  // Each process writes the URLs of the modules that it loads to a file of its own.
  writeFileSync(
    preload,
    `import { appendFileSync } from 'node:fs';
     import { registerHooks } from 'node:module';
     const file = ${JSON.stringify(join(folder, 'loaded-'))} + process.pid;
     // Without the bundle, so that each module is reported.
     const none = { url: 'data:text/javascript,export const useBundle = () => {}', shortCircuit: true };
     registerHooks({ resolve: (name, context, next) => name === './bundle/use.js' ? none : next(name, context) });
     registerHooks({ load(url, context, next) { appendFileSync(file, url + '\\n'); return next(url, context); } });`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const loadedBy = (pid = 0): readonly string[] =>
  readFileSync(join(folder, `loaded-${pid}`), 'utf8')
    .trim()
    .split('\n');

test('partner list loads neither the APIs nor the ORM, S3 or the other commands', async () => {
  await commandLine(folder, 'partner', 'create', 'Acme');
  const env = environmentOf(folder);
  const listing = spawn(process.execPath, ['--import', preload, CLI, 'partner', 'list'], {
    env,
    stdio: 'ignore',
  });
  expect(await once(listing, 'exit')).toEqual([0, null]);
  const urls = loadedBy(listing.pid);
  expect(urls.some((url) => url.endsWith('/partner-list.operations.ts'))).toBe(true);
  const needless =
    /\/node_modules\/(?:graphql|@pothos|@mikro-orm|@whatwg-node|aws4fetch|pino)|\/src\/(?:api|pages|features\.ts|app\.ts)(?:\/|$)|\/src\/run\/cli\/(?!partner)[a-z]+-commands|^node:http/;
  expect(urls.filter((url) => needless.test(url))).toEqual([]);
});

test('a gateway that makes its database has neither the ORM, S3, metrics nor traces in its memory', async () => {
  const environment = { NODE_OPTIONS: `--import=${preload}` };
  await using gateway = await startGateway(join(folder, 'new'), environment);
  expect((await gateway.rest('GET', '/v1/customers')).json.count).toBe(0);
  const urls = loadedBy(gateway.child.pid);
  expect(urls.some((url) => url.endsWith('/src/app.ts'))).toBe(true);
  expect(
    urls.filter((url) =>
      /\/node_modules\/(?:@mikro-orm|aws4fetch|prom-client|@opentelemetry)|\/src\/(?:run\/metrics|engine\/tracing\/(?!telemetry))\//.test(
        url,
      ),
    ),
  ).toEqual([]);
});

test('the process that only starts others loads no gateway', async () => {
  // A server that never answers: the gateway is still starting while the modules are compared.
  const silent = createServer().listen(0, '127.0.0.1');
  const connected = once(silent, 'connection');
  await once(silent, 'listening');
  const address: AddressInfo | string | null = silent.address();
  const port = typeof address === 'object' ? address?.port : address;
  const { child, exited } = spawnGateway(
    environmentOf(join(folder, 'several'), {
      PROCESSES: '2',
      PORT: '0',
      DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/fundgate`,
    }),
    ['--import', preload],
  );
  await connected;
  const urls = loadedBy(child.pid);
  child.kill('SIGINT');
  await exited;
  silent.close();
  expect(urls.some((url) => url.endsWith('/run-processes.ts'))).toBe(true);
  const needless =
    /\/node_modules\/(?:graphql|@pothos|kysely|pg|better-sqlite3)\/|\/src\/(?:api|pages|nouns|pipeline|trail|app\.ts)/;
  expect(urls.filter((url) => needless.test(url))).toEqual([]);
});
