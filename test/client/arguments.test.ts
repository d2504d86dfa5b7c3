import { inspect } from 'node:util';
import { type ClientOptions, createClient } from 'fundgate/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '../support/gateway.ts';
import { type Served, serveTestGateway } from '../support/served.ts';
import { type Front, openFront } from './front.ts';
import { customer } from './samples.ts';

let served: Served;
let front: Front;
let apiKey: string;
beforeAll(async () => {
  served = await serveTestGateway();
  front = await openFront(served.baseUrl);
  ({ apiKey } = await served.partner());
});
afterAll(async () => {
  // First, because it ends the requests that wait for events.
  await served.stop();
  await front[Symbol.asyncDispose]();
});
const clientOf = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: front.url, apiKey, ...options });
const fault = (call: Promise<unknown>): Promise<Error> =>
  call.then(
    () => new Error('It was done.'),
    (thrown: Error) => thrown,
  );

test('an undefined option of a call leaves the option of the client', async () => {
  front.plan({ status: 503, body: '' }, { status: 503, body: '' });
  const fundgate = clientOf({ retries: 0 });
  const error = await fault(fundgate.customers.get('cus_1', { retries: undefined, deadlineMs: undefined }));
  expect(error).toMatchObject({ status: 503, call: { attempts: 1 } });

  const reported: string[] = [];
  const stop = new AbortController();
  const follower = clientOf({
    onRetry({ name }) {
      reported.push(name);
      stop.abort();
    },
  });
  await fault(follower.events.follow('latest', { signal: stop.signal, onRetry: undefined }).next());
  expect(reported).toEqual(['ConnectionError']);
});

test('following a quiet feed does not fail at the deadline that the client has for calls', async () => {
  front.plan('silent');
  const reported: string[] = [];
  const fundgate = clientOf({ deadlineMs: 200, onRetry: ({ name }) => void reported.push(name) });
  const following = fundgate.events.follow('latest', { signal: AbortSignal.timeout(1_000) }).next();
  await expect(following).rejects.toThrow(/timeout/);
  expect(reported).toEqual([]);
});

test('an empty filter is sent, and does not become a list without a filter', async () => {
  front.plan();
  const fundgate = clientOf();
  await fundgate.instantSettlements.list({ customer_id: '' }).page();
  expect(await fault(fundgate.customers.list({ company_name: '' }).page())).toMatchObject({
    param: 'company_name',
  });
  expect(await fault(fundgate.instantSettlements.list({ status: [] }).page())).toMatchObject({
    param: 'status',
  });
  expect(await fault(fundgate.events.follow(null, { types: [] }).next())).toMatchObject({
    param: 'types[0]',
  });
  expect(front.seen.map(({ line }) => line)).toEqual([
    'GET /v1/instant-settlements?customer_id=',
    'GET /v1/customers?company_name=',
    'GET /v1/instant-settlements?status=',
    'GET /v1/events?types=&limit=100&wait=30',
  ]);
});

describe('what can never be sent is a TypeError at once', () => {
  const making = (options: Partial<ClientOptions>): unknown => {
    try {
      return clientOf(options);
    } catch (thrown) {
      return thrown;
    }
  };

  test.each([
    ['with a line break in it', 'fgk_of_the\npartner'],
    ['with a line break before it', '\nfgk_of_the_partner'],
    ['with letters outside Latin-1', 'fgk_of_the_–_partner'],
    ['with NUL', 'fgk_of_the_partner\0'],
    ['with a mark of the order of bytes', '\ufefffgk_of_the_partner'],
  ])('a key %s, which the error does not show', (_name, key) => {
    const error = making({ apiKey: key });
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toBe('TypeError: apiKey has a character that no header can have.');
    expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/fgk|of_the/);
  });

  test.each([
    'funding.example.com',
    'localhost:4000',
    'ftp://funding.example.com',
    'https://',
    'https://funding.example.com ',
    'https://partner:fgk_of_the_partner@funding.example.com',
    '',
  ])('the base %j', (baseUrl) => {
    const error = making({ baseUrl });
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toBe(
      'TypeError: baseUrl must be an http or https URL without user name and password.',
    );
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('fgk');
  });

  test('an idempotency key or an id of the request', async () => {
    front.plan();
    const reported: string[] = [];
    const fundgate = clientOf({ onRetry: ({ name }) => void reported.push(name) });
    const errors = [
      await fault(fundgate.customers.create(customer, { idempotencyKey: 'order\n4711' })),
      await fault(fundgate.customers.create(customer, { idempotencyKey: 'Auftrag – 4711' })),
      await fault(fundgate.customers.list({}, { requestId: '請求' }).page()),
    ];
    for (const error of errors) expect(error).toBeInstanceOf(TypeError);
    expect(errors.map(({ message }) => message)).toEqual([
      'Idempotency-Key has a character that no header can have.',
      'Idempotency-Key has a character that no header can have.',
      'Request-Id has a character that no header can have.',
    ]);
    expect([front.seen, reported]).toEqual([[], []]);
  });
});

test('a key and a base with a line break at the end, as files have it, are sent', async () => {
  front.plan();
  const fundgate = clientOf({ apiKey: `${apiKey}\n`, baseUrl: `${front.url}\n` });
  expect(await fundgate.customers.list().page()).toMatchObject({ items: [] });
});

test('the bytes of an upload may be a part of a buffer, or of memory that threads share', async () => {
  const fundgate = clientOf();
  const { customer_id: id } = await fundgate.customers.create(customer);
  const part = Buffer.concat([Buffer.from('before'), pdf('part'), Buffer.from('after')]).subarray(6, -5);
  const shared = new Uint8Array(new SharedArrayBuffer(pdf('shared').length));
  shared.set(pdf('shared'));
  for (const content of [part, shared]) {
    const files = [{ content, filename: 'scan', mime_type: 'application/pdf' }] as const;
    await fundgate.kyc.documents.upload(id, { type: 'nar1', files });
    const { nar1 = [] } = await fundgate.kyc.documents.list(id);
    const { url } = await fundgate.kyc.documents.get(id, nar1[0]?.document_id ?? '');
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(new Uint8Array(content));
  }
});

test('a deadline may be longer than any timer, or none at all', async () => {
  const fundgate = clientOf();
  const { customer_id: id } = await fundgate.customers.create(customer);
  const files = [{ content: pdf('scan'), filename: 'scan', mime_type: 'application/pdf' }] as const;
  for (const deadlineMs of [30 * 86_400_000, Infinity]) {
    const made = await fundgate.kyc.documents.upload(id, { type: 'nar1', files }, { deadlineMs });
    expect(made.files).toHaveLength(1);
    expect(await fundgate.customers.get(id, { deadlineMs })).toMatchObject({ customer_id: id });
  }
});
