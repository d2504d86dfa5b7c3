// Servers of its own: a primary, and its replica, which falls silent.
import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerBody, openTestGateway } from '../../support/gateway.ts';
import { startReplica } from '../../support/postgres/replica.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';

let primary: PostgresServer;
let replica: PostgresServer;
let url: string;
beforeAll(async () => {
  primary = await startPostgres({ synchronous_commit: 'on' });
  url = await primary.create('gateway');
  replica = await startReplica(primary);
});
afterAll(async () => {
  await replica[Symbol.asyncDispose]();
  await primary[Symbol.asyncDispose]();
});

/** A proxy before a server. Once it is silent, it accepts connections and bytes and answers nothing. */
async function standBefore(port: number, isSilent = false) {
  const state = { isSilent, asked: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => [client, upstream].forEach((each) => each.destroy()));
    }
    client.on('data', (bytes) => {
      state.asked += 1;
      if (!state.isSilent) upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!state.isSilent) client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return {
    state,
    url: `postgres://fundgate@127.0.0.1:${address.port}/gateway`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const ROUNDS = 40;
const PAUSE_MS = 20;
const AT_ONCE = 4;
/**
 * Of the replica, by all those lists: by those that are under way when it falls silent, and then a look after one second,
 * two, four and so on. A list that asks nothing waits for nothing.
 */
const QUESTIONS_MAX = 3 * AT_ONCE;

/** Every list comes. How many wait for the replica is how many questions it gets. */
async function listAgainAndAgain(list: () => Promise<{ status: number }>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, list));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await setTimeout(PAUSE_MS);
  }
}

// Each has a gateway and a connection to the replica of its own, and most of the time they wait.
describe.concurrent('a replica', () => {
  test('that stops responding gets few queries, so that few readers wait, and is read again when it responds', async (own) => {
    await using proxy = await standBefore(replica.port);
    const fixture = await openTestGateway({ DATABASE_URL: url, DATABASE_REPLICA_URLS: proxy.url });
    const partner = await fixture.partner();
    await partner.rest('POST', '/v1/customers', customerBody());
    const list = () => partner.rest('GET', '/v1/customers');
    const replicaReads = async () => {
      const before = proxy.state.asked;
      await list();
      return proxy.state.asked > before;
    };
    await own.expect.poll(replicaReads).toBe(true);

    const asked = proxy.state.asked;
    proxy.state.isSilent = true;
    await listAgainAndAgain(list);
    // On a busy machine it may have been late before, so that the next look comes after the rounds.
    const looks = async () => {
      await list();
      return proxy.state.asked - asked;
    };
    await own.expect.poll(looks).toBeGreaterThan(0);
    expect(proxy.state.asked - asked).toBeLessThanOrEqual(QUESTIONS_MAX);

    proxy.state.isSilent = false;
    await own.expect.poll(replicaReads).toBe(true);
    await fixture.close();
  });

  test('that accepts connections and never responds is not used, and no request waits for it', async () => {
    await using proxy = await standBefore(replica.port, true);
    const fixture = await openTestGateway({ DATABASE_URL: url, DATABASE_REPLICA_URLS: proxy.url });
    const partner = await fixture.partner();
    await listAgainAndAgain(() => partner.rest('GET', '/v1/customers'));
    expect(proxy.state.asked).toBeGreaterThan(0);
    expect(proxy.state.asked).toBeLessThanOrEqual(QUESTIONS_MAX);
    await fixture.close();
  });
});

test('a primary that stops answering is a 503 for lists', async () => {
  await using proxy = await standBefore(primary.port);
  const fixture = await openTestGateway({
    DATABASE_URL: proxy.url,
    DATABASE_REPLICA_URLS: replica.url('gateway'),
  });
  const partner = await fixture.partner();
  const list = () => partner.rest('GET', '/v1/customers');
  expect((await list()).status).toBe(200);

  proxy.state.isSilent = true;
  const early = [list(), list()];
  await setTimeout(PAUSE_MS);
  // These find a question under way, whose answer would be older than they are.
  const answers = await Promise.all([...early, list(), list()]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));

  proxy.state.isSilent = false;
  await expect.poll(async () => (await list()).status).toBe(200);
  await fixture.close();
});
