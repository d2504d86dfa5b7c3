import { ApiError, type Client, type ClientOptions, ConnectionError, createClient } from 'fundgate/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pdf } from '../support/gateway.ts';
import { type Served, serveTestGateway } from '../support/served.ts';
import { type Fate, type Front, openFront } from './front.ts';
import { customer } from './samples.ts';

let served: Served;
let front: Front;
let apiKey: string;
beforeAll(async () => {
  served = await serveTestGateway({ WEBHOOK_ALLOW: '127.0.0.1' });
  front = await openFront(served.baseUrl);
});
afterAll(async () => {
  await front[Symbol.asyncDispose]();
  await served.stop();
});

const reported: string[] = [];
// The shortest of the pauses that the client may choose.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
  reported.length = 0;
  vi.restoreAllMocks();
});
async function newClient(options: Partial<ClientOptions> = {}): Promise<Client> {
  ({ apiKey } = await served.partner());
  const onRetry = (error: Error) => void reported.push(error.name);
  return createClient({ baseUrl: front.url, apiKey, onRetry, ...options });
}
const keysSeen = () => [...new Set(front.seen.map(({ key }) => key))];

const BUSY: Fate = { status: 503, body: '<html>busy</html>' };
const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Fate => ({
  status,
  headers,
  body: JSON.stringify({ error: { type: 't', code, message: 'No.', request_id: 'r', doc_url: 'd' } }),
});

test.each<[string, readonly Fate[], readonly string[]]>([
  ['is lost', ['lost'], ['ConnectionError']],
  ['is done but its answer is lost', ['answer lost'], ['ConnectionError']],
  ['is done but its answer is cut', ['answer cut'], ['ConnectionError']],
  [
    'is done, lost and done',
    ['answer lost', 'lost', 'answer lost'],
    ['ConnectionError', 'ConnectionError', 'ConnectionError'],
  ],
  ['meets a proxy without a gateway', [BUSY, BUSY], ['ConnectionError', 'ConnectionError']],
  ['is too much', [refusal(429, 'rate_limited', { 'retry-after': '0' })], ['ApiError']],
  ['meets a failure', [refusal(500, 'internal_error')], ['ApiError']],
  ['meets itself', [refusal(409, 'idempotency_key_in_use')], ['ApiError']],
  ['meets another change', [refusal(409, 'conflict')], ['ApiError']],
])('a change that %s is made once, with one key', async (_name, fates, errors) => {
  const fundgate = await newClient();
  front.plan(...fates);
  const made = await fundgate.customers.create(customer);
  expect(front.seen).toHaveLength(fates.length + 1);
  expect(keysSeen()).toEqual([expect.stringMatching(/^[\w-]{36}$/)]);
  expect(reported).toEqual(errors);
  const { items, count } = await fundgate.customers.list().page();
  expect([count, items]).toEqual([1, [made]]);
});

test('every change has a key of its own, and no read has one', async () => {
  const fundgate = await newClient();
  front.plan();
  const [one, two] = [await fundgate.customers.create(customer), await fundgate.customers.create(customer)];
  await fundgate.customers.get(one.customer_id);
  const [first, second, read] = front.seen.map(({ key }) => key);
  expect([first === second, read]).toEqual([false, null]);
  expect(one.customer_id).not.toBe(two.customer_id);
});

test('a deletion whose answer is lost is reported as done', async () => {
  const fundgate = await newClient();
  const url = 'http://127.0.0.1:1024/hooks';
  const { webhook_endpoint_id: id } = await fundgate.webhookEndpoints.create({ url, event_types: ['*'] });
  front.plan('answer lost');
  expect(await fundgate.webhookEndpoints.delete(id)).toEqual({ webhook_endpoint_id: id, deleted: true });
});

test('a read and an upload are sent again too, without a key', async () => {
  const fundgate = await newClient();
  const { customer_id: id } = await fundgate.customers.create(customer);
  const files = [{ content: pdf(), filename: 'scan', mime_type: 'application/pdf' }] as const;
  front.plan('answer lost', 'passed on', 'answer lost', 'passed on');
  await fundgate.kyc.documents.upload(id, { type: 'nar1', files });
  expect((await fundgate.kyc.documents.list(id)).nar1).toHaveLength(1);
  expect(front.seen).toHaveLength(4);
  expect(keysSeen()).toEqual([null]);
});

test('a key of the caller makes a second call the first one', async () => {
  const fundgate = await newClient();
  front.plan();
  const once = { idempotencyKey: 'order-4711' };
  const [one, two] = [
    await fundgate.customers.create(customer, once),
    await fundgate.customers.create(customer, once),
  ];
  expect(two).toEqual(one);
  expect(keysSeen()).toEqual(['order-4711']);
});

describe('it is not sent again', () => {
  test.each([
    [400, 'parameter_invalid'],
    [401, 'api_key_invalid'],
    [404, 'resource_missing'],
    [409, 'idempotency_key_reused'],
    [409, 'funding_status_invalid'],
  ])('after %i %s', async (status, code) => {
    const fundgate = await newClient();
    front.plan(refusal(status, code));
    const error = await fundgate.customers.create(customer).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, code, call: { attempts: 1 } });
    expect(front.seen).toHaveLength(1);
  });

  test.each<[string, Fate]>([
    ['a redirect', { status: 302, headers: { location: '/elsewhere' }, body: '' }],
    ['a page', { status: 200, body: '<html>Welcome</html>' }],
    ['a page that is not there', { status: 404, body: '<html>Not here</html>' }],
  ])('after %s, which is no answer of the gateway', async (_name, fate) => {
    const fundgate = await newClient();
    front.plan(fate);
    const error = await fundgate.customers.get('cus_1').catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.status).toBe(typeof fate === 'object' ? fate.status : 0);
    expect(front.seen).toHaveLength(1);
  });

  test('more often than it may be', async () => {
    const fundgate = await newClient({ retries: 2 });
    front.plan('lost', 'lost', 'lost');
    const error = await fundgate.customers.create(customer).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ status: null, call: { attempts: 3, idempotencyKey: front.seen[0]?.key } });
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  test('when the gateway asks to wait for longer than there is time', async () => {
    const fundgate = await newClient({ deadlineMs: 5_000 });
    front.plan(refusal(429, 'rate_limited', { 'retry-after': '60' }));
    const error = await fundgate.customers.get('cus_1').catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'rate_limited', call: { attempts: 1, retryAfterMs: 60_000 } });
  });

  test('when the signal is aborted, in an attempt and between two', async () => {
    const fundgate = await newClient();
    for (const fate of ['silent', refusal(503, 'service_unavailable', { 'retry-after': '30' })] as const) {
      front.plan(fate);
      const aborter = new AbortController();
      const call = fundgate.customers.get('cus_1', { signal: aborter.signal });
      await expect.poll(() => front.seen.length).toBe(1);
      aborter.abort(new Error('Enough.'));
      await expect(call).rejects.toThrow('Enough.');
    }
    const ended = await newClient({ signal: AbortSignal.abort(new Error('All over.')) });
    front.plan();
    await expect(ended.customers.list().page()).rejects.toThrow('All over.');
    expect(front.seen).toEqual([]);
  });
});

test('it waits for as long as the gateway asks, in seconds or until a date', async () => {
  const now = Date.parse('2026-03-04T05:06:07Z');
  for (const retryAfter of ['5', 'Wed, 04 Mar 2026 05:06:12 GMT']) {
    const told = Promise.withResolvers<void>();
    const fundgate = await newClient({ onRetry: () => told.resolve() });
    const { customer_id: id } = await fundgate.customers.create(customer);
    front.plan(refusal(503, 'service_unavailable', { 'retry-after': retryAfter }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now });
    try {
      const got = fundgate.customers.get(id);
      await told.promise;
      await vi.advanceTimersByTimeAsync(4_999);
      expect(front.seen).toHaveLength(1);
      // A random part of a second comes to it.
      await vi.advanceTimersByTimeAsync(1_001);
      await got;
      expect(front.seen).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  }
});

test('a follower that is told to wait for years waits, and does not send at once', async () => {
  const fundgate = await newClient();
  const { customer_id: id } = await fundgate.customers.create(customer);
  const years = { 'retry-after': '999999999' };
  front.plan(refusal(503, 'service_unavailable', years));
  const aborter = new AbortController();
  const told = Promise.withResolvers<void>();
  const following = fundgate.events
    .follow(null, { signal: aborter.signal, onRetry: () => told.resolve() })
    .next();
  await told.promise;
  // Each is too long for a timer of the runtime, which would fire at once.
  for (let at = 0; at < 3; at += 1) await fundgate.customers.get(id).catch(() => {});
  expect(front.seen.filter(({ line }) => line.includes('/v1/events'))).toHaveLength(1);
  aborter.abort(new Error('Enough.'));
  await expect(following).rejects.toThrow('Enough.');
});

test('a call to a silent gateway ends at its deadline, and is not sent again', async () => {
  const fundgate = await newClient();
  front.plan('silent');
  const error = await fundgate.customers.get('cus_1', { deadlineMs: 100 }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error.cause.name).toBe('TimeoutError');
  expect(error.call.attempts).toBe(1);
});
