import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { customerBody, openTestGateway, uploadForm, pdf } from '../../support/gateway.ts';
import * as documents from '../../support/graphql/documents.ts';
import { graphqlUpload, uploadInput, uploadVariables } from '../../support/requests/upload-bodies.ts';

/** A gateway whose time stands still until `pass`, so that a bucket holds exactly what it should. */
async function openStill(environment: NodeJS.ProcessEnv) {
  let now = new Date('2026-05-01T08:00:00Z');
  const fixture = await openTestGateway(environment, () => now);
  return {
    ...fixture,
    pass(ms: number) {
      now = new Date(now.getTime() + ms);
    },
    async [Symbol.asyncDispose]() {
      await fixture.close();
    },
  };
}

type Key = Awaited<ReturnType<Awaited<ReturnType<typeof openStill>>['partner']>>;

/** How many requests are answered before the first 429. */
async function answeredBy(key: Pick<Key, 'rest'>, attempts = 200): Promise<number> {
  for (let count = 0; count < attempts; count += 1) {
    const { status } = await key.rest('GET', '/v1/customers/any');
    if (status === 429) return count;
    expect(status).toBe(404);
  }
  return attempts;
}

test('a key has bursts of two seconds, and then as many requests a second as RATE_LIMIT says', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '5' });
  const partner = await gateway.partner();
  expect(await answeredBy(partner)).toBe(10);
  gateway.pass(1_000);
  expect(await answeredBy(partner)).toBe(5);
  gateway.pass(60_000);
  expect(await answeredBy(partner)).toBe(10);
});

test('all keys of a partner together have twice the rate of one, and another partner has its own', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '5' });
  const partner = await gateway.partner();
  const keys = [partner, await gateway.key(partner.partnerId), await gateway.key(partner.partnerId)];
  const answered: number[] = [];
  for (const key of keys) answered.push(await answeredBy(key));
  expect(answered).toEqual([10, 10, 0]);
  expect(await answeredBy(await gateway.partner({ name: 'Other' }))).toBe(10);
});

test('processes share the rate: each allows its part, and no less than one request a second', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '6' });
  const { processes } = gateway.gateway;
  const partner = await gateway.partner();
  const beatOfOthers = (ids: readonly string[], seen_at: string) =>
    gateway.gateway.database.writes
      .insertInto('gateway_process')
      .values(ids.map((id) => ({ id, seen_at })))
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at }))
      .execute();

  await beatOfOthers(['b', 'c'], 'one');
  await processes.beat();
  expect(processes.count).toBe(3);
  expect(await answeredBy(partner)).toBe(4);

  gateway.pass(15_000);
  await beatOfOthers(['b'], 'two');
  await processes.beat();
  expect(processes.count).toBe(3);
  gateway.pass(5_000);
  await processes.beat();
  expect(processes.count).toBe(2);
  expect(await answeredBy(partner)).toBe(6);

  await beatOfOthers(
    Array.from({ length: 20 }, (_, turn) => `more-${turn}`),
    'one',
  );
  await processes.beat();
  gateway.pass(10_000);
  expect(await answeredBy(partner)).toBe(2);
});

test('a process that has ended is not counted, and rows of killed ones are removed later', async () => {
  await using gateway = await openStill({});
  const { database, processes } = gateway.gateway;
  const ids = async () =>
    (await database.reads.selectFrom('gateway_process').select('id').execute()).map(({ id }) => id);
  await database.writes.insertInto('gateway_process').values({ id: 'killed', seen_at: 'then' }).execute();
  await processes.beat();
  expect((await ids()).length).toBe(2);
  gateway.pass(601_000);
  await processes.beat();
  expect(await ids()).not.toContain('killed');
  await processes.end();
  expect(await ids()).toEqual([]);
});

test('RATE_LIMIT_SHARE=each gives each process the whole rate', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '6', RATE_LIMIT_SHARE: 'each' });
  await gateway.gateway.database.writes
    .insertInto('gateway_process')
    .values({ id: 'other', seen_at: 'now' })
    .execute();
  await gateway.gateway.processes.beat();
  expect(gateway.gateway.processes.count).toBe(2);
  expect(await answeredBy(await gateway.partner())).toBe(12);
});

test('GraphQL takes a hundredth of the cost, at least one', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '10' });
  const partner = await gateway.partner();
  const left = async (query: string) =>
    (await partner.graphql(query)).headers.get('ratelimit')?.match(/r=(\d+)/)?.[1];
  expect(await left('{ viewer { partner { id } } }')).toBe('19');
  // 201 for a page of a hundred with one field, and one for the query field.
  expect(
    await left('{ customers(first: 100) { edges { node { id companyName sector: companySector } } } }'),
  ).toBe('13');
  const beyond = await partner.graphql('mutation { a: acceptInstantSettlement(id: "x") { id } }');
  expect(beyond.status).toBe(200);
});

test('an operation that costs more than a whole burst runs with a full bucket, and later requests wait for it', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '2' });
  const partner = await gateway.partner();
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  const upload = () =>
    partner.rest('POST', `/v1/kyc/documents/${json.customer_id}`, uploadForm('nar1', [pdf()]));
  gateway.pass(2_000);
  expect((await upload()).status).toBe(200);
  const refused = await upload();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  gateway.pass(3_000);
  expect(await answeredBy(partner)).toBe(0);
  gateway.pass(500);
  expect(await answeredBy(partner)).toBe(1);
});

test('a query that costs more than a whole burst runs with a full bucket, when Retry-After says', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '2' });
  const partner = await gateway.partner();
  const ask = async () => {
    const { status, headers } = await partner.graphql(
      '{ customers(first: 100) { edges { node { id companyName companySector contactName } } } }',
    );
    return [status, headers.get('retry-after')];
  };
  expect(await ask()).toEqual([200, null]);
  expect(await answeredBy(partner)).toBe(0);
  gateway.pass(4_000);
  expect(await answeredBy(partner, 1)).toBe(1);
  const [status, seconds] = await ask();
  expect(status).toBe(429);
  gateway.pass(Number(seconds) * 1_000);
  expect(await ask()).toEqual([200, null]);
});

test('an upload by GraphQL that costs more than a whole burst runs with a full bucket', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '2' });
  const partner = await gateway.partner();
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  gateway.pass(2_000);
  const given = {
    ids: { customer_id: json.customer_id },
    input: uploadInput('nar1', [pdf()]),
    files: [pdf()],
  };
  const form = graphqlUpload(documents.UploadDocuments.toString(), uploadVariables(given), given);
  const answer = await partner.rest('POST', '/graphql', form);
  expect([answer.status, answer.json.errors]).toEqual([200, undefined]);
});

/** Sends requests at once; how many were refused in the same turn of the event loop at most, and in which order. */
async function refusalsOf(send: readonly (() => Promise<{ readonly status: number }>)[]) {
  const order: number[] = [];
  const refusals = send.map(async (request, number) => {
    expect((await request()).status).toBe(429);
    order.push(number);
  });
  let together = 0;
  for (let before = 0; order.length < send.length; before = order.length) {
    await setImmediate();
    together = Math.max(together, order.length - before);
  }
  await Promise.all(refusals);
  return { order, together };
}

test('refusals of one partner that come together are sent one after the other, in their order, whichever its key', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '5' });
  const partner = await gateway.partner();
  const other = await gateway.key(partner.partnerId);
  for (const key of [partner, other]) expect(await answeredBy(key)).toBe(10);
  const keys = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? partner : other));
  const { order, together } = await refusalsOf(keys.map((key) => () => key.rest('GET', '/v1/customers/any')));
  expect(together).toBe(1);
  expect(order).toEqual(keys.map((_, at) => at));
  gateway.pass(1_000);
  expect(await answeredBy(partner)).toBe(5);
});

test('a refusal does not wait for refusals of another partner', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '5' });
  const [busy, other] = [await gateway.partner(), await gateway.partner({ name: 'Other' })];
  for (const key of [busy, other]) expect(await answeredBy(key)).toBe(10);
  const sent = [...Array.from({ length: 40 }, () => busy), other];
  const { order } = await refusalsOf(sent.map((key) => () => key.rest('GET', '/v1/customers/any')));
  expect(order.indexOf(40)).toBeLessThan(5);
});

test('the refusal of a request with more than a small body is sent at once, so that no body waits in memory', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '5' });
  const partner = await gateway.partner();
  expect(await answeredBy(partner)).toBe(10);
  const body = JSON.stringify({ ...customerBody(), note: 'x'.repeat(4_096) });
  const headers = { 'content-length': String(body.length) };
  const large = () => partner.rest('POST', '/v1/customers', body, headers);
  const small = () => partner.rest('GET', '/v1/customers/any');
  const { order } = await refusalsOf([...Array.from({ length: 20 }, () => small), large]);
  expect(order.indexOf(20)).toBeLessThan(5);
});

test('every authenticated response has the policy and the remaining requests, and a refusal says when to try again', async () => {
  await using gateway = await openStill({ RATE_LIMIT: '2' });
  const partner = await gateway.partner();
  const told = ({ headers }: Awaited<ReturnType<Key['rest']>>) => [
    headers.get('ratelimit-policy'),
    headers.get('ratelimit'),
  ];
  const policy = '"key";q=4;w=2, "partner";q=8;w=2';
  expect(told(await partner.rest('GET', '/v1/customers/any'))).toEqual([policy, '"key";r=3;t=1']);
  expect(told(await partner.graphql('{ viewer { partner { id } } }'))).toEqual([policy, '"key";r=2;t=1']);
  expect(told(await partner.graphql('{ nothing }'))).toEqual([policy, '"key";r=1;t=1']);
  expect(told(await partner.rest('POST', '/v1/customers', 'no json'))).toEqual([policy, '"key";r=0;t=1']);
  const refused = await partner.rest('GET', '/v1/customers/any');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(told(refused)).toEqual([policy, '"key";r=0;t=1']);
  const operator = await gateway.key(partner.partnerId, { role: 'operator' });
  expect(told(await operator.rest('GET', '/v1/customers/any'))).toEqual(['"key";q=4;w=2', '"key";r=3;t=1']);
  expect(told(await gateway.fetch('GET', '/v1/customers/any'))).toEqual([null, null]);
  expect(told(await gateway.fetch('GET', '/healthz'))).toEqual([null, null]);
});
