// Processes, which live through the end of the server of their database.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres, tell } from '../../support/postgres/server.ts';
import type { GatewayProcess } from '../../support/gateway-process.ts';
import { carefulClient } from '../../support/crash/careful-client.ts';
import { chance } from '../../support/crash/chance.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { completeCustomer, work } from '../../support/crash/partner-work.ts';
import { changesStand, replaysAreIdentical, trailIsExact } from '../../support/crash/verdict.ts';

const WORKERS = 8;
const WORK_MS = 1_000;
/** As many and as often that some come between two statements of one change. */
const CUTS = 60;
const CUT_EVERY_MS = 25;
/** Half of what clients wait; the deadlines of the gateway are a third of this, which leaves the rest to a busy machine. */
const ANSWER_WITHIN_MS = 15_000;
/** A gateway whose connections did not come back by themselves would never heal. */
const HEAL_WITHIN_MS = 30_000;

let server: PostgresServer;
let fleet: Fleet;
beforeAll(async () => {
  // As in production: what is acknowledged outlives the server.
  server = await startPostgres({ synchronous_commit: 'on' });
  fleet = await openFleet(2, { DATABASE_URL: await server.create('gateway') });
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function isRefusedInTime(gateway: GatewayProcess): Promise<void> {
  const askedAt = Date.now();
  const answer = await gateway.rest('GET', '/v1/customers');
  expect(Date.now() - askedAt).toBeLessThan(ANSWER_WITHIN_MS);
  expect([answer.status, answer.json.error.code]).toEqual([503, 'service_unavailable']);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  // The address in it is the gateway's own.
  const { doc_url: _ours, ...told } = answer.json.error;
  expect(JSON.stringify(told)).not.toMatch(/select|127\.0\.0\.1|5432|postgres|ECONN/i);
  expect((await gateway.fetch('GET', '/healthz')).status).toBe(200);
  expect((await gateway.fetch('GET', '/readyz')).status).toBe(503);
}

/** Ends connections of the gateways in the middle of their work, as an administrator may. */
async function endConnections(): Promise<void> {
  for (let times = 0; times < CUTS; times += 1) {
    await tell(
      server.url('postgres'),
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'gateway' order by random() limit 4",
    );
    await setTimeout(CUT_EVERY_MS);
  }
}

test('a database that breaks connections, dies and comes back only makes clients repeat requests', async () => {
  const luck = chance();
  // No connection to a gateway fails: the processes keep running.
  const client = carefulClient(fleet.gateways, luck, ['idempotency_key_in_use', 'service_unavailable']);
  const names = Array.from({ length: WORKERS }, (_, worker) => `worker-${worker}`);
  const customers = await Promise.all(names.map((name) => completeCustomer(client, name)));
  const over = new AbortController();
  const workers = customers.map(async (customerId, worker) => {
    for (let turn = 0; !over.signal.aborted; turn += 1)
      await work(client, luck, customerId, `${names[worker]}-${turn}`);
  });
  const trouble = async () => {
    await endConnections();
    await server.stop('immediate');
    await Promise.all(fleet.gateways.map(isRefusedInTime));
    await server.start();
    const answers = () => Promise.all(fleet.gateways.map((gateway) => gateway.rest('GET', '/v1/customers')));
    await expect
      .poll(async () => (await answers()).map(({ status }) => status), { timeout: HEAL_WITHIN_MS })
      .toEqual([200, 200]);
    await setTimeout(WORK_MS);
  };
  await Promise.all([trouble().finally(() => over.abort()), ...workers]);
  console.log(`TEST_SEED=${luck.seed}: ${client.acknowledged.length} changes acknowledged`);

  await changesStand(fleet.at(0), client);
  await trailIsExact(fleet.inside, client);
  await replaysAreIdentical(fleet.gateways, client);
});
