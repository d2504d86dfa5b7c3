// A process, since only a whole start begins the chores, whose failures it logs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';

/** Of the chores that try each second; fewer would not show that each attempt is no line. */
const FAILURES = 12;

const folder = dataFolder();
let server: PostgresServer;
let metrics: string;
let gateway: GatewayProcess;
beforeAll(async () => {
  server = await startPostgres();
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}/metrics`;
  const settings = { LOG_LEVEL: 'info', METRICS_PORT: String(port) };
  gateway = await startGateway(folder.path, { ...settings, DATABASE_URL: await server.create('gateway') });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** How often chores have failed, as the metrics count it. */
async function failuresOfChores(): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const counts = text.matchAll(/^fundgate_failures_total\{chore="(?!request")[^"]*"\} (\d+)/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

const linesOfChores = () =>
  gateway.printed.text
    .split('\n')
    .filter((line) => line.includes('"clock"') || line.includes('"chores '))
    .map((line): Record<string, unknown> => JSON.parse(line));

/** Deliveries and replays, which have a name in common. */
const PARTS_OF_WEBHOOKS = 2;
const linesOfWebhooks = () => linesOfChores().filter(({ chore }) => chore === 'webhooks');

test('a database that is away is a line of each chore with its cause, and one line when it is back; all failures are counted', async () => {
  await server.stop('immediate');
  await expect.poll(failuresOfChores).toBeGreaterThan(FAILURES);
  await expect.poll(() => linesOfWebhooks().length).toBeGreaterThanOrEqual(PARTS_OF_WEBHOOKS);
  const during = linesOfChores();
  for (const line of during)
    expect(line).toMatchObject({ level: 50, msg: 'failure', error: 'DatabaseUnavailable' });
  const named = during.map(({ chore }) => chore);
  expect(linesOfWebhooks()).toHaveLength(PARTS_OF_WEBHOOKS);
  const others = named.filter((chore) => chore !== 'webhooks');
  expect(others).toContain('positions of events');
  expect(new Set(others).size).toBe(others.length);
  await server.start();
  await expect
    .poll(() => linesOfChores().at(-1))
    .toMatchObject({ level: 30, msg: 'chores work again', failures: expect.any(Number) });
});
