// Processes with a server and its replica, since what one confirms another has to show.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody } from '../../support/gateway.ts';
import { pauseReplay, resumeReplay, startReplica } from '../../support/postgres/replica.ts';
import { type PostgresServer, startPostgres, tell } from '../../support/postgres/server.ts';
import { type Fleet, openFleet } from './fleet.ts';

let primary: PostgresServer;
let replica: PostgresServer;
let fleet: Fleet;
beforeAll(async () => {
  // As in production: a change is in the log, from which replicas are fed, when it is acknowledged.
  primary = await startPostgres({ synchronous_commit: 'on' });
  const DATABASE_URL = await primary.create('gateway');
  replica = await startReplica(primary);
  fleet = await openFleet(2, {
    DATABASE_URL,
    DATABASE_REPLICA_URLS: replica.url('gateway'),
    LOG_LEVEL: 'info',
  });
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await replica[Symbol.asyncDispose]();
  await primary[Symbol.asyncDispose]();
});

/** The statements that the replica ran, except questions about its position. */
function statementsOfReplica(): readonly string[] {
  const log = readFileSync(join(replica.folder, 'log'), 'utf8');
  return Array.from(log.matchAll(/execute \S+: (.* from .*)/g), ([, statement = '']) => statement);
}

const readsOfReplica = () => statementsOfReplica().length;

async function create(process = 0): Promise<string> {
  const answer = await fleet.at(process).rest('POST', '/v1/customers', { body: customerBody() });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.customer_id;
}

async function newestInList(process = 1): Promise<string> {
  const answer = await fleet.at(process).rest('GET', '/v1/customers?limit=1');
  expect(answer.status, answer.text).toBe(200);
  return answer.json.items[0]?.customer_id;
}

/** What the log of the process that lists says of the first replica. */
const linesOfReplica = (): readonly string[] =>
  Array.from(fleet.at(1).printed.text.matchAll(/"replica":1,"msg":"([^"]+)"/g), ([, line = '']) => line);

/** A change that one process acknowledged is in the list of the other. */
async function sees(turn: number): Promise<void> {
  const id = await create(turn);
  expect(await newestInList(turn + 1)).toBe(id);
}

/** Lists until the replica is one that reads. */
async function replicaReads(): Promise<void> {
  const isAsked = async () => {
    const before = readsOfReplica();
    await newestInList();
    return readsOfReplica() > before;
  };
  await expect.poll(isAsked).toBe(true);
}

test('lists are read from the replica; single records, keys, changes and their answers are not', async () => {
  const id = await create();
  await replicaReads();
  const before = statementsOfReplica();
  await fleet.at(1).rest('GET', `/v1/customers/${id}`);
  await fleet.at(1).rest('PUT', `/v1/customers/${id}`, { body: customerBody() });
  const query = `mutation ($id: ID!, $input: UpdateCustomerInput!) {
    updateCustomer(id: $id, input: $input) { kyc { ... on Kyc { status } } instantSettlements { totalCount } }
  }`;
  const input = {
    contactName: 'Chan Siu Ming',
    contactEmail: 'siu.ming@harbour.example',
    contactPhone: '+85223456789',
    contactCountry: 'HK',
    companyName: 'Harbour Trading Limited',
    companySector: 'wholesale',
    externalCustomerId: 'ext-1',
  };
  const { json } = await fleet.at(1).rest('POST', '/graphql', { body: { query, variables: { id, input } } });
  expect(json.data.updateCustomer.instantSettlements).toEqual({ totalCount: 0 });
  expect(statementsOfReplica()).toEqual(before);
});

test('a change that one process confirmed is at once in the list of another', async () => {
  const before = readsOfReplica();
  for (let turn = 0; turn < 50; turn += 1) await sees(turn);
  expect(readsOfReplica()).toBeGreaterThan(before);
});

test('a replica that is behind is not read until it has caught up', async () => {
  await pauseReplay(replica);
  const before = readsOfReplica();
  for (let turn = 0; turn < 5; turn += 1) await sees(turn);
  expect(readsOfReplica()).toBe(before);
  await resumeReplay(replica);
  await replicaReads();
});

test('without its replica the gateway reads from the primary, and from the replica again when it is back', async () => {
  await replica.stop('immediate');
  const id = await create();
  expect(await Promise.all([newestInList(), newestInList(), newestInList()])).toEqual([id, id, id]);
  // On a busy machine it may have been silent for a moment before, and read again.
  expect(linesOfReplica().at(-1)).toBe(
    'a replica does not respond, or is not a replica: the primary serves its reads',
  );
  await replica.start();
  await replicaReads();
  expect(linesOfReplica().at(-1)).toBe('a replica is read again');
});

test('a replica that becomes a primary is left out', async () => {
  const before = linesOfReplica().length;
  await tell(replica.url('postgres'), 'select pg_promote()');
  const id = await create();
  await expect.poll(() => newestInList()).toBe(id);
  await expect.poll(() => linesOfReplica().slice(before)).toHaveLength(1);
  expect(await newestInList()).toBe(id);
});
