import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type FollowedEvent } from 'fundgate/client';
import { expect, test } from 'vitest';
import { serve } from '../../src/run/server/serve.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { customer } from './samples.ts';

/** A gateway on a database that outlives it, on the port of the previous one. */
async function openInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-follow-'));
  let port = 0;
  let end = async () => {};
  async function start(): Promise<TestGateway> {
    const gateway = await openTestGateway({ DATABASE_URL: `sqlite:${folder}/gateway.db` });
    const listening = await serve(gateway.app, { host: '127.0.0.1', port });
    ({ port } = listening);
    end = async () => {
      await listening.stop(0);
      await gateway.close();
    };
    return gateway;
  }
  async function stop() {
    await end();
    end = async () => {};
  }
  return {
    start,
    stop,
    baseUrl: () => `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

test('a follower gets each event once and in order, also after the gateway was not reachable', async () => {
  await using installation = await openInstallation();
  const before = await installation.start();
  const partner = await before.partner();
  const { apiKey } = partner;
  const fundgate = createClient({ baseUrl: installation.baseUrl(), apiKey });
  const made: string[] = [];
  const make = async (gateway: TestGateway, count: number) => {
    for (let at = 0; at < count; at += 1) {
      const { json } = await gateway.withKey(apiKey).rest('POST', '/v1/customers', { ...customer });
      made.push(`customer/${json.customer_id}`);
    }
    await gateway.relay();
  };

  const retries: string[] = [];
  const aborter = new AbortController();
  const followed: FollowedEvent[] = [];
  const onRetry = (error: Error) => void retries.push(error.name);
  const options = { types: ['customer.created'], signal: aborter.signal, onRetry } as const;
  const following = (async () => {
    for await (const each of fundgate.events.follow(null, options)) followed.push(each);
  })();
  const subjects = () => followed.map(({ event }) => event.subject);

  await make(before, 3);
  await expect.poll(subjects).toEqual(made);
  await installation.stop();
  await expect.poll(() => retries.length).toBeGreaterThan(0);
  const after = await installation.start();
  await make(after, 2);
  await expect.poll(subjects).toEqual(made);
  expect(new Set(retries)).toEqual(new Set(['ConnectionError']));

  aborter.abort(new Error('Enough.'));
  await expect(following).rejects.toThrow('Enough.');
});

/** A client of a partner who has four customers, and so more than eight events. */
async function clientWithEvents(installation: Awaited<ReturnType<typeof openInstallation>>) {
  const gateway = await installation.start();
  const { apiKey, rest } = await gateway.partner();
  for (let at = 0; at < 4; at += 1) await rest('POST', '/v1/customers', { ...customer });
  await gateway.relay();
  return createClient({ baseUrl: installation.baseUrl(), apiKey });
}

test('a follower that continues from the cursor of an event misses none, wherever in a page it was', async () => {
  await using installation = await openInstallation();
  const fundgate = await clientWithEvents(installation);
  const { items: all } = await fundgate.events.readFeed({ limit: 100 });
  expect(all.length).toBeGreaterThan(8);

  for (const dealtWith of [1, all.length - 1, all.length]) {
    let kept: string | null = null;
    const seen = new Set<string>();
    let count = 0;
    for await (const { event, cursor } of fundgate.events.follow()) {
      seen.add(event.event_id);
      kept = cursor;
      if ((count += 1) === dealtWith) break;
    }
    const { items } = await fundgate.events.readFeed({ after: kept ?? undefined, limit: 100 });
    for (const { event_id: id } of items) seen.add(id);
    expect([...seen]).toEqual(all.map(({ event_id: id }) => id));
    // Events of a page that was processed completely do not come again.
    if (dealtWith === all.length) expect(items).toEqual([]);
  }
});

test('a refusal ends the loop, since waiting would not help', async () => {
  await using installation = await openInstallation();
  await installation.start();
  const fundgate = createClient({ baseUrl: installation.baseUrl(), apiKey: 'fgk_wrong' });
  await expect(fundgate.events.follow().next()).rejects.toMatchObject({ code: 'api_key_invalid' });
});

test('following ends as soon as its signal is aborted, also within a page', async () => {
  await using installation = await openInstallation();
  const fundgate = await clientWithEvents(installation);
  const aborter = new AbortController();
  const seen: string[] = [];
  const following = async () => {
    for await (const { event } of fundgate.events.follow(null, { signal: aborter.signal })) {
      seen.push(event.event_id);
      aborter.abort(new Error('Enough.'));
    }
  };
  await expect(following()).rejects.toThrow('Enough.');
  expect(seen).toHaveLength(1);
});
