import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { freshDatabase, type TestDatabase } from '../../support/postgres/databases.ts';
import { openProxy } from '../../support/postgres/proxy.ts';
import { tell } from '../../support/postgres/server.ts';

/** Milliseconds in which a gateway that did not wait for the server would have answered. */
const LONG_ENOUGH_MS = 150;

/** A proxy that holds back what the server says on a connection since the gateway sent one of some texts. */
async function holdingProxy(direct: string) {
  let from: readonly string[] = [];
  let released = Promise.withResolvers<void>();
  const { url, close } = await openProxy(direct, (client, server) => {
    let isHeld = false;
    client.on('data', (chunk) => {
      isHeld ||= from.some((text) => chunk.includes(text));
      server.write(chunk);
    });
    server.on('data', async (chunk) => {
      if (isHeld) await released.promise;
      isHeld = false;
      client.write(chunk);
    });
  });
  return {
    url,
    holdSince(...texts: readonly string[]) {
      from = texts;
      released = Promise.withResolvers<void>();
    },
    release() {
      from = [];
      released.resolve();
    },
    close,
  };
}

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof holdingProxy>>;
let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  database = await freshDatabase();
  proxy = await holdingProxy(database.url);
  fixture = await openTestGateway({ DATABASE_URL: proxy.url });
  partner = await fixture.partner();
});
afterAll(async () => {
  await fixture.close();
  proxy.close();
  await database.drop();
});

/** The number of customers that are committed. */
async function committed(where: string): Promise<number> {
  const sql = `select count(*)::int as count from customer where ${where}`;
  return (await tell(database.url, sql)).rows[0]?.count;
}

test.each([1, 5])(
  'an answer to %i creations at once waits until the server has confirmed the commit',
  async (count) => {
    // One alone is inserted, and several are copied.
    proxy.holdSince('insert into "customer"', 'copy "customer"');
    const external_customer_id = `held-${count}`;
    let answered = 0;
    const creating = Array.from({ length: count }, async () => {
      const { status } = await partner.rest('POST', '/v1/customers', customerBody({ external_customer_id }));
      answered += 1;
      return status;
    });
    await expect.poll(() => committed(`external_customer_id = '${external_customer_id}'`)).toBe(count);
    await setTimeout(LONG_ENOUGH_MS);
    expect(answered).toBe(0);
    proxy.release();
    expect(new Set(await Promise.all(creating))).toEqual(new Set([200]));
  },
);

test('the answer to a change that reads before it writes also waits for its commit', async () => {
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  proxy.holdSince('commit\0');
  let isAnswered = false;
  const path = `/v1/customers/${json.customer_id}`;
  const body = customerBody({ contact_name: 'After Commit' });
  const changing = partner.rest('PUT', path, body).then(({ status }) => {
    isAnswered = true;
    return status;
  });
  await expect.poll(() => committed(`contact_name = 'After Commit'`)).toBe(1);
  await setTimeout(LONG_ENOUGH_MS);
  expect(isAnswered).toBe(false);
  proxy.release();
  expect(await changing).toBe(200);
});
