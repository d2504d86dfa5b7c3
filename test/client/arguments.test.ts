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
