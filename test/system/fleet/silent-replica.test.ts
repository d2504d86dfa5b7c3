import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
}, 60_000);
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

/** Lists for so long; how many lists came, and how many of them had to wait for more than the replica is given. */
async function listFor(ms: number, list: () => Promise<{ status: number }>) {
  const until = performance.now() + ms;
  const took: number[] = [];
  while (performance.now() < until) {
    const since = performance.now();
    const answers = await Promise.all([list(), list(), list(), list()]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    took.push(performance.now() - since);
    await setTimeout(20);
  }
  return took;
}

test('a replica that falls silent delays readers once, and is read again when it answers', async () => {
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
  await expect.poll(replicaReads, { timeout: 10_000 }).toBe(true);

  proxy.state.isSilent = true;
  const took = await listFor(3_000, list);
  // One for the silence itself; later attempts are broken off after 50 ms.
  expect(took.filter((ms) => ms > 700).length).toBeLessThanOrEqual(2);
  expect(Math.max(...took)).toBeLessThan(4_000);
  expect(took.length).toBeGreaterThan(20);
  const asked = proxy.state.asked;
  await listFor(1_000, list);
  expect(proxy.state.asked - asked).toBeLessThanOrEqual(4);

  proxy.state.isSilent = false;
  await expect.poll(replicaReads, { timeout: 15_000 }).toBe(true);
  await fixture.close();
}, 60_000);

test('a server that accepts connections and never answers is no replica, and no request waits for it', async () => {
  await using proxy = await standBefore(replica.port, true);
  const fixture = await openTestGateway({ DATABASE_URL: url, DATABASE_REPLICA_URLS: proxy.url });
  const partner = await fixture.partner();
  const took = await listFor(2_000, () => partner.rest('GET', '/v1/customers'));
  expect(took.filter((ms) => ms > 700)).toEqual([]);
  await fixture.close();
});
