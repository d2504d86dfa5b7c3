import type { Client } from '@urql/core';
import { gql } from '@urql/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  endOfFeed,
  followed,
  openGuide,
  possibleTypesOfSchema,
  scan,
  sendTwoShareholders,
  SHAREHOLDERS,
  TWO_SHAREHOLDERS,
} from './guide-module.ts';

interface UrqlGuide {
  readonly client: Client;
  readonly customers: { readonly data?: unknown };
  readonly possibleTypes: object;
  upload(customerId: string, type: string, file: File): Promise<{ readonly data?: unknown }>;
}

const openUrql = () => openGuide<UrqlGuide & Parameters<typeof followed>[0]>('urql');
let opened: Awaited<ReturnType<typeof openUrql>>;
beforeAll(async () => {
  opened = await openUrql();
});
afterAll(() => opened.served.stop());

test('the guide names the possible types of the schema', () => {
  expect(opened.module.possibleTypes).toEqual(possibleTypesOfSchema());
});

test('a page has the KYC of its customers without a fragment, and is asked for by POST', () => {
  expect(opened.module.customers.data).toMatchObject({
    customers: { nodes: [{ id: opened.customerId, kyc: { status: 'INCOMPLETE' } }] },
  });
  const asked = opened.served.gateway.logged.filter((line) => line.includes('"/graphql"'));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((line) => !line.includes('"POST"'))).toEqual([]);
});

test('shareholders with one document number keep their companies in Graphcache', async () => {
  const { partner, customerId, module } = opened;
  await sendTwoShareholders(partner, customerId);
  const query = gql(SHAREHOLDERS);
  const first = await module.client.query(query, { customerId }).toPromise();
  const cached = await module.client
    .query(query, { customerId }, { requestPolicy: 'cache-only' })
    .toPromise();
  for (const { data } of [first, cached])
    expect(data).toMatchObject({ kyc: { shareholdersIdentityNumber: TWO_SHAREHOLDERS } });
});

test('an upload is sent as it is, and leads back to the KYC record', async () => {
  const { customerId, module } = opened;
  const { data } = await module.upload(customerId, 'COMPANY_STRUCTURE_CHART', scan());
  expect(data).toMatchObject({
    uploadDocuments: {
      status: 'UPLOADED',
      kyc: { id: customerId.replace('cus_', 'kyc_'), status: 'MISSING_SUPPORTING_DOCUMENTS' },
    },
  });
});

test('an endpoint that was deleted leaves the cache', async () => {
  const { partner, module } = opened;
  const hooks = { url: 'https://93.184.216.34/hooks', event_types: ['*'], status: 'disabled' };
  const { json } = await partner.rest('POST', '/v1/webhook-endpoints', hooks);
  const id = json.webhook_endpoint_id;
  const query = gql('query Hook($id: ID!) { webhookEndpoint(id: $id) { id url } }');
  expect((await module.client.query(query, { id }).toPromise()).data).toMatchObject({
    webhookEndpoint: { id },
  });
  const removal = gql('mutation Remove($id: ID!) { deleteWebhookEndpoint(id: $id) { deletedId } }');
  await module.client.mutation(removal, { id }).toPromise();
  const after = await module.client.query(query, { id }).toPromise();
  expect(after.data).toEqual({ webhookEndpoint: null });
});

test('the loop hands on the events after a cursor', async () => {
  const { served, partner, customerId, module } = opened;
  const after = await endOfFeed(served, partner);
  const { company_country: _, ...body } = (await partner.rest('GET', `/v1/customers/${customerId}`)).json;
  await partner.rest('PUT', `/v1/customers/${customerId}`, { ...body, company_name: 'Second Name' });
  expect(await followed(module, after, 1)).toEqual([`customer/${customerId}`]);
});
