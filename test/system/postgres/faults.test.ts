// A server of its own, since it is stopped.
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { toGraphqlNames } from '../../support/graphql-names.ts';
import { type PostgresServer, startPostgres, tell } from '../../support/postgres/server.ts';

/** Half of what clients wait; the deadlines of the gateway are a third of this, which leaves the rest to a busy machine. */
const ANSWER_WITHIN_MS = 15_000;
const HEALED_WITHIN_MS = 30_000;
const CREATE = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }';

let server: PostgresServer;
let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  server = await startPostgres({ deadlock_timeout: '100ms' });
  const url = await server.create('gateway');
  fixture = await openTestGateway({ DATABASE_URL: url, DATABASE_POOL: '5' });
  partner = await fixture.partner();
});
afterAll(async () => {
  await fixture.close();
  await server[Symbol.asyncDispose]();
});

const create = (name = 'ext', key?: string) =>
  partner.rest('POST', '/v1/customers', customerBody({ external_customer_id: name }), {
    ...(key !== undefined && { 'idempotency-key': key }),
  });
const list = () => partner.rest('GET', '/v1/customers?limit=100');

/** Locks the table of customers until it is disposed of. */
async function lockCustomers(database = 'gateway'): Promise<AsyncDisposable> {
  const holder = new Client({ connectionString: server.url(database) });
  await holder.connect();
  await holder.query('begin; lock table customer in access exclusive mode');
  return { [Symbol.asyncDispose]: () => holder.end() };
}

/** The form of every answer when the database is not available. */
function expectUnavailable({ status, headers, text }: Awaited<ReturnType<typeof create>>): void {
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  expect(text).toContain('service_unavailable');
  expect(text).not.toMatch(/127\.0\.0\.1|ECONN|postgres|select|insert|pool|terminat|timeout/i);
}

test('fifty writers at once share five connections, and all finish', async () => {
  const before = (await list()).json.count;
  const answers = await Promise.all(Array.from({ length: 50 }, (_, turn) => create(`fifty-${turn}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await list()).json.count).toBe(before + 50);
});

test('a stopped server is a 503 on both APIs, which work again when it is back', async () => {
  await create('before');
  const count = (await list()).json.count;
  const under_way = Array.from({ length: 20 }, (_, turn) => create(`under way ${turn}`, `key-${turn}`));
  await server.stop('immediate');
  const startedAt = performance.now();
  const [rest, graphql, ready, ...others] = await Promise.all([
    create(),
    partner.graphql(CREATE, { input: toGraphqlNames(customerBody()) }),
    fixture.fetch('GET', '/readyz'),
    ...under_way,
  ]);
  expect(performance.now() - startedAt).toBeLessThan(ANSWER_WITHIN_MS);
  expectUnavailable(rest);
  expectUnavailable(ready);
  // GraphQL names a failed field beside the data of the others.
  expectUnavailable({ ...graphql, status: 503 });
  // What had begun may be done or be refused; the count below shows that it was not refused and done.
  for (const answer of others) {
    if (answer.status !== 200) expectUnavailable(answer);
  }

  await server.start();
  const until = performance.now() + HEALED_WITHIN_MS;
  while ((await fixture.fetch('GET', '/readyz')).status !== 200 && performance.now() < until)
    await setTimeout(50);
  expect((await fixture.fetch('GET', '/readyz')).status).toBe(200);
  const again = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => create(`under way ${turn}`, `key-${turn}`)),
  );
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await list()).json.count).toBe(count + 20);
});

test('a backend that is killed in a transaction leaves nothing half-written', async () => {
  const before = (await list()).json.count;
  {
    await using _lock = await lockCustomers();
    const writing = create('killed');
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'fundgate' and wait_event_type = 'Lock'`;
    const killed = async () => (await tell(server.url('gateway'), kill)).rowCount;
    await expect.poll(killed, { timeout: HEALED_WITHIN_MS }).toBe(1);
    expectUnavailable(await writing);
  }
  expect((await list()).json.count).toBe(before);
  expect((await create('after')).status).toBe(200);
});

// Both wait for the same seconds.
describe.concurrent('while customers are locked', () => {
  test('a lock that is not granted is a 503 before the client gives up', async () => {
    {
      await using _lock = await lockCustomers();
      const startedAt = performance.now();
      expectUnavailable(await create('locked out'));
      expect(performance.now() - startedAt).toBeLessThan(ANSWER_WITHIN_MS);
    }
    expect((await create('let in')).status).toBe(200);
  });

  test('a pool without a free connection is a 503, and later serves again', async () => {
    const url = await server.create('crowded');
    const crowded = await openTestGateway({ DATABASE_URL: url, DATABASE_POOL: '5' });
    const other = await crowded.partner();
    const createThere = (name: string) =>
      other.rest('POST', '/v1/customers', customerBody({ external_customer_id: name }));
    {
      await using _lock = await lockCustomers('crowded');
      const startedAt = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, turn) => createThere(`crowd ${turn}`)),
      );
      for (const answer of answers) expectUnavailable(answer);
      expect(performance.now() - startedAt).toBeLessThan(ANSWER_WITHIN_MS);
    }
    expect((await createThere('alone')).status).toBe(200);
    await crowded.close();
  });
});

test('the log has the code of the failure, and quotes no value', async () => {
  const failures = fixture.logged.filter((line) => line.includes('DatabaseUnavailable'));
  expect(failures.some((line) => line.includes('55P03'))).toBe(true);
  expect(failures.some((line) => /57P01|NO_ANSWER|ECONN/.test(line))).toBe(true);
  for (const line of failures) expect(line).not.toMatch(/harbour|Chan|127\.0\.0\.1|insert into/i);
});
