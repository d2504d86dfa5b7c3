// A process, as the tests of partners have it: their requests come by sockets, and its upkeep runs beside them.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { customerBody, openTestGateway, settlementBody } from '../../support/gateway.ts';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { onBothDatabases } from '../../support/on-both-databases.ts';

const SECRET_KEY = '0d'.repeat(32);
/** Of a sandbox. */
const BOOTSTRAP_API_KEY = `fgk_test_${'k'.repeat(32)}`;
const TESTS = 200;
const TRIES = 60;
const RETRY_MS = 1_000;

/** Sends requests with a key, and expects that they succeed. */
const sender =
  (gateway: GatewayProcess, key: string) => async (method: string, path: string, body?: unknown) => {
    const once = body === undefined ? {} : { idempotencyKey: randomUUID() };
    const asked = { key, body, ...once };
    let { status, json } = await gateway.rest(method, `/v1${path}`, asked);
    // 200 first requests at once may be more than a busy machine takes. Clients send them again, and so does this one.
    for (let tries = 1; status === 503 && tries < TRIES; tries += 1) {
      await setTimeout(RETRY_MS);
      ({ status, json } = await gateway.rest(method, `/v1${path}`, asked));
    }
    expect({ path, status, error: json?.error }).toEqual({ path, status: 200 });
    return json;
  };

/** What a test of a partner does, with a settlement whose life takes a week. Returns what it saw. */
async function testOf(gateway: GatewayProcess, key: string, days: number) {
  const send = sender(gateway, key);
  const { customer_id } = await send('POST', '/customers', customerBody());
  await send('POST', `/sandbox/kyc/${customer_id}/complete`, {});
  const { json: before } = await gateway.rest('GET', '/v1/sandbox/clock', { key });
  const body = { ...settlementBody(customer_id), amount: 1_000_010 };
  const { funding_id } = await send('POST', '/instant-settlements', body);
  const advanced = await send('POST', '/sandbox/clock', { advance: `P${days}D` });
  const { status, servicing } = await send('GET', `/instant-settlements/${funding_id}`);
  const feed = await send('GET', '/events?limit=100');
  return {
    status,
    outstanding: servicing.outstanding,
    customers: (await send('GET', '/customers')).count,
    settlements: (await send('GET', '/instant-settlements')).count,
    subjects: feed.items.filter(({ subject }: { subject: string }) => subject.startsWith('funding/')).length,
    daysMoved: Math.floor((Date.parse(advanced.now) - Date.parse(before.now)) / 86_400_000),
  };
}

async function runTogether(environment: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const settings = { ...environment, SANDBOX: 'on', SECRET_KEY, BOOTSTRAP_API_KEY };
  const storage = { STORAGE_URL: `fs:${join(folder, 'files')}` };
  const made = await openTestGateway({ ...settings, ...storage, DATA_DIR: folder });
  const suite = await made.partner();
  await made.close();
  await using gateway = await startGateway(folder, { ...settings, ...storage });
  const send = sender(gateway, suite.apiKey);
  // Each test makes its partner by the key of the suite, as the guide says.
  const saw = await Promise.all(
    Array.from({ length: TESTS }, async (_, at) => {
      const { key } = await send('POST', '/sandbox/partners', { name: `Test ${at}` });
      return testOf(gateway, key.api_key, 7 + (at % 30));
    }),
  );
  // No test did anything to the partner of the suite.
  expect((await send('GET', '/customers')).count).toBe(0);
  expect((await send('GET', '/sandbox/clock')).ahead_seconds).toBe(0);
  for (const [at, seen] of saw.entries())
    expect({ at, ...seen }).toEqual({
      at,
      status: 'funded',
      outstanding: 334_003,
      customers: 1,
      settlements: 1,
      subjects: expect.any(Number),
      daysMoved: 7 + (at % 30),
    });
  // The notices of the last days depend on how far a test went; the life before is the same for all.
  expect(Math.min(...saw.map(({ subjects }) => subjects))).toBe(10);
}

onBothDatabases('200 tests of partners at once do not disturb each other', runTogether);
