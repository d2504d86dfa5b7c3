import { type ClientOptions, createClient } from 'fundgate/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serveTestGateway } from '../support/served.ts';
import { type Front, openFront } from './front.ts';

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

test('an option of a call that is undefined leaves that of the client', async () => {
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
  expect(front.seen.map(({ line }) => line)).toEqual([
    'GET /v1/instant-settlements?customer_id=',
    'GET /v1/customers?company_name=',
  ]);
});
