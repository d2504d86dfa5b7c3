// Processes, since one start runs several of them, and one is killed.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { customerBody } from '../../support/gateway.ts';
import { dataFolder, environmentOf, spawnGateway, startGateway } from '../../support/gateway-process.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';

const WAIT = { timeout: 60_000, interval: 50 };

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

const lines = (printed: string) =>
  printed.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));

async function startTwo(folder: string, database: string) {
  const metricsPort = await freePort();
  const gateway = await startGateway(folder, {
    PROCESSES: '2',
    DATABASE_URL: await server.create(database),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
  });
  const listening = () => lines(gateway.printed.text).filter(({ msg }) => msg === 'listening');
  await vi.waitFor(() => expect(listening()).toHaveLength(2), WAIT);
  /** How many requests for customers a process has answered. */
  const requestsOf = async (process: 1 | 2) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort + process - 1}/metrics`)).text();
    const counts = text.matchAll(
      /^http_server_request_duration_seconds_count\{[^}]*http_route="\/v1\/customers"[^}]*\} (\d+)$/gm,
    );
    return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
  };
  return { gateway, listening, requestsOf };
}

test('two processes share a port, and each shows its metrics on a port of its own', async () => {
  using folder = dataFolder();
  const { gateway, listening, requestsOf } = await startTwo(folder.path, 'shared');
  await using _ = gateway;
  expect(listening().map(({ process }) => process)).toEqual([1, 2]);
  const created = await Promise.all(
    Array.from({ length: 20 }, () => gateway.rest('POST', '/v1/customers', { body: customerBody() })),
  );
  expect(created.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const counts = [await requestsOf(1), await requestsOf(2)];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
  expect(counts).not.toContain(0);
  // Printed once, by the first of them.
  expect(gateway.printed.text.match(/^REST {5}/gm)).toHaveLength(1);
});

test('a process that is killed is started again, and the others go on', async () => {
  using folder = dataFolder();
  const { gateway, listening } = await startTwo(folder.path, 'killed');
  await using _ = gateway;
  const [, killed] = childrenOf(gateway.child.pid ?? 0);
  process.kill(killed ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(listening()).toHaveLength(3), WAIT);
  expect(listening().at(-1)?.process).toBe(2);
  expect(lines(gateway.printed.text).find(({ signal }) => signal === 'SIGKILL')).toMatchObject({
    msg: 'a process ended and is started again',
    process: 2,
  });
  expect((await gateway.rest('GET', '/v1/customers')).status).toBe(200);
});

test('a SIGTERM stops all of them, and no request fails meanwhile', async () => {
  using folder = dataFolder();
  const { gateway } = await startTwo(folder.path, 'stopped');
  await using _ = gateway;
  const children = childrenOf(gateway.child.pid ?? 0);
  expect(children).toHaveLength(2);
  const requests = Promise.all(
    Array.from({ length: 10 }, () => gateway.rest('POST', '/v1/customers', { body: customerBody() })),
  );
  const code = gateway.stop();
  expect((await requests).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await code).toBe(0);
  expect(children.filter(isRunning)).toEqual([]);
});

test('they end if the process that started them is killed', async () => {
  using folder = dataFolder();
  const { gateway } = await startTwo(folder.path, 'orphans');
  const children = childrenOf(gateway.child.pid ?? 0);
  await gateway.kill();
  await vi.waitFor(() => expect(children.filter(isRunning)).toEqual([]), WAIT);
});

test.each([
  ['2', {}, 'PROCESSES needs PostgreSQL in DATABASE_URL: a file of SQLite has one writer.\n'],
  ['auto', {}, 'PROCESSES needs PostgreSQL in DATABASE_URL: a file of SQLite has one writer.\n'],
  [
    '3',
    { DATABASE_URL: 'postgres://a@127.0.0.1/b', PORT: '4002', METRICS_PORT: '4000' },
    'METRICS_PORT must be another port than PORT, as HOST and METRICS_HOST overlap.\n',
  ],
])('%s processes with %j are refused in one sentence', async (PROCESSES, changes, sentence) => {
  using folder = dataFolder();
  const { printed, exited } = spawnGateway(environmentOf(folder.path, { PROCESSES, ...changes }));
  expect(await exited).toBe(1);
  expect(printed.text).toBe(sentence);
});

test('a start that the first process refuses ends with its sentence and its exit code', async () => {
  using folder = dataFolder();
  const port = await freePort();
  await using taken = await startGateway(folder.path, { PORT: String(port) });
  using other = dataFolder();
  const { printed, exited } = spawnGateway(
    environmentOf(other.path, {
      PROCESSES: '2',
      PORT: String(taken.port),
      DATABASE_URL: await server.create('taken'),
    }),
  );
  expect(await exited).toBe(1);
  expect(printed.text).toContain('The gateway cannot listen on HOST and PORT');
});

function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').map(Number);
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}
