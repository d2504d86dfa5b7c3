import {
  createClient,
  type DocumentsByType,
  ApiError,
  type Client,
  type ClientOptions,
} from 'fundgate/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf } from '../support/gateway.ts';
import { type Served, serveTestGateway } from '../support/served.ts';
import { customer, details, settlementOf } from './samples.ts';

let served: Served;
beforeAll(async () => {
  served = await serveTestGateway({ WEBHOOK_ALLOW: '127.0.0.1' });
});
afterAll(() => served.stop());

async function newClient(options: Partial<ClientOptions> = {}): Promise<Client> {
  const { apiKey } = await served.partner();
  return createClient({ baseUrl: `${served.baseUrl}/`, apiKey, ...options });
}

const REQUIRED: readonly (keyof DocumentsByType)[] = [
  'registration_of_business',
  'directors_identity',
  'directors_address_proof',
  'shareholders_identity',
  'shareholders_address_proof',
  'company_structure_chart',
];

test('a partner funds a customer by the client alone', async () => {
  const fundgate = await newClient();
  const { customer_id: id } = await fundgate.customers.create({ ...customer, company_country: 'MY' });
  expect(await fundgate.kyc.my.get(id)).toMatchObject({ type: 'MY', status: 'incomplete' });
  await fundgate.kyc.my.update(id, details);
  for (const type of REQUIRED) {
    const files = [
      { content: pdf(type), filename: 'first', mime_type: 'application/pdf' },
      { content: new Blob([pdf(`${type} 2`)]), filename: 'second', mime_type: 'application/pdf' },
    ] as const;
    const { files: stored } = await fundgate.kyc.documents.upload(id, { type, files });
    expect(stored.map(({ filename }) => /-(first|second)\.pdf$/.exec(filename)?.[1])).toEqual([
      'first',
      'second',
    ]);
  }
  expect((await fundgate.kyc.my.get(id)).status).toBe('complete');
  const [document] = (await fundgate.kyc.documents.list(id)).directors_identity ?? [];
  const { url } = await fundgate.kyc.documents.get(id, document?.document_id ?? '');
  expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(pdf('directors_identity'));

  const offer = await fundgate.instantSettlements.create(settlementOf(id));
  expect(offer.status).toBe('approved');
  const accepted = await fundgate.instantSettlements.decide(offer.funding_id, { type: 'accept' });
  expect(accepted.status).toBe('accepted');
  expect(await fundgate.customers.getInstantSettlement(id, offer.funding_id)).toEqual(accepted);

  await served.relay();
  const { items } = await fundgate.events.readFeed({ types: ['funding.approved', 'funding.accepted'] });
  expect(items.map(({ type, subject }) => [type, subject])).toEqual([
    ['funding.approved', `funding/${offer.funding_id}`],
    ['funding.accepted', `funding/${offer.funding_id}`],
  ]);
});

test('a list is walked to its end, over pages, without a row twice', async () => {
  const fundgate = await newClient();
  const made: string[] = [];
  for (let at = 0; at < 7; at += 1) {
    const { customer_id: id } = await fundgate.customers.create({
      ...customer,
      company_name: `Number ${at}`,
    });
    made.unshift(id);
  }
  const walked: string[] = [];
  for await (const { customer_id: id } of fundgate.customers.list({ limit: 3, company_name: 'number' }))
    walked.push(id);
  expect(walked).toEqual(made);

  const sizes: number[] = [];
  for await (const { items, count } of fundgate.customers.list({ limit: 3, offset: 1 }).pages())
    sizes.push(items.length, count);
  expect(sizes).toEqual([3, 7, 3, 7]);
  const { items, next } = await fundgate.customers.list({ limit: 7 }).page();
  expect([items.length, next]).toEqual([7, null]);
});

test('a list that is left early asks for no further page', async () => {
  const fundgate = await newClient();
  for (let at = 0; at < 3; at += 1) await fundgate.customers.create(customer);
  const pages = fundgate.customers.list({ limit: 1 }).pages();
  const { value } = await pages.next();
  expect(value?.items).toHaveLength(1);
  await pages.return();
  expect(await pages.next()).toEqual({ done: true, value: undefined });
});

test('a list ends as soon as its signal is aborted, also within a page', async () => {
  const aborter = new AbortController();
  const fundgate = await newClient({ signal: aborter.signal });
  for (let at = 0; at < 3; at += 1) await fundgate.customers.create(customer);
  const walked: string[] = [];
  const walk = async () => {
    for await (const { customer_id: id } of fundgate.customers.list()) {
      walked.push(id);
      aborter.abort(new Error('Enough.'));
    }
  };
  await expect(walk()).rejects.toThrow('Enough.');
  expect(walked).toHaveLength(1);
});

test('a refusal has code, fields, request id and address of its explanation', async () => {
  const fundgate = await newClient();
  const { customer_id: id } = await fundgate.customers.create(customer);
  const wrong = { ...details, isic: '?', date_of_incorporation: '2015-02-31' };
  const error = await fundgate.kyc.hk
    .update(id, wrong, { requestId: 'my-request' })
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    name: 'ApiError',
    status: 400,
    type: 'invalid_request_error',
    code: 'parameter_invalid',
    param: 'date_of_incorporation',
    requestId: 'my-request',
    docUrl: `${served.baseUrl}/docs/errors#parameter_invalid`,
    errors: [{ param: 'date_of_incorporation' }, { param: 'isic' }],
    missing: [],
    call: { attempts: 1, idempotencyKey: expect.stringMatching(/^[\w-]{36}$/) },
  });
  const early = await fundgate.instantSettlements.create(settlementOf(id)).catch((thrown) => thrown);
  expect(early).toMatchObject({ status: 412, code: 'kyc_incomplete', param: null });
  expect(early.missing).toContain('registered_address');
  expect(early.errors).toEqual([{ code: 'kyc_incomplete', param: null, message: early.message }]);
});

test('an id is never part of another path', async () => {
  const fundgate = await newClient();
  for (const id of ['a/b', 'cus_1?x=1', '../customers', '%2e%2e'])
    await expect(fundgate.customers.get(id)).rejects.toMatchObject({ status: 404 });
  for (const id of ['', '.', '..'])
    await expect(fundgate.customers.get(id)).rejects.toThrow('An id is a text that is not empty.');
});

test('webhook endpoints are made, tested, changed and deleted', async () => {
  const fundgate = await newClient();
  const url = 'http://127.0.0.1:1024/hooks';
  const { webhook_endpoint_id: id, secret } = await fundgate.webhookEndpoints.create({
    url,
    event_types: ['*'],
  });
  expect(secret).toMatch(/^whsec_/);
  expect((await fundgate.webhookEndpoints.rotateSecret(id)).secret).not.toBe(secret);
  expect((await fundgate.webhookEndpoints.test(id)).outcome).not.toBe('ok');
  const { items } = await fundgate.webhookEndpoints.listDeliveries(id, { status: 'failed' }).page();
  expect(items.map(({ event_type: type }) => type)).toEqual(['test.ping']);
  const changed = { url, event_types: ['customer.created'], status: 'disabled' } as const;
  expect((await fundgate.webhookEndpoints.update(id, changed)).status).toBe('disabled');
  expect(await fundgate.webhookEndpoints.delete(id)).toEqual({ webhook_endpoint_id: id, deleted: true });
  await expect(fundgate.webhookEndpoints.get(id)).rejects.toMatchObject({ code: 'resource_missing' });
});
