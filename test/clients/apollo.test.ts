import { createHash } from 'node:crypto';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { BatchHttpLink } from '@apollo/client/link/batch-http';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

interface ApolloGuide {
  readonly client: ApolloClient;
  readonly customers: { readonly data: unknown };
  readonly possibleTypes: object;
  upload(customerId: string, type: string, file: File): Promise<{ readonly data: unknown }>;
  follow(after: string | null, onEvent: (each: never) => Promise<void>, signal: AbortSignal): Promise<void>;
  refresh(each: { readonly event: { readonly subject: string } }): Promise<void>;
}

const openApollo = () => openGuide<ApolloGuide & Parameters<typeof followed>[0]>('apollo');
let opened: Awaited<ReturnType<typeof openApollo>>;
beforeAll(async () => {
  opened = await openApollo();
});
afterAll(() => opened.served.stop());

test('the guide names the possible types of the schema', () => {
  expect(opened.module.possibleTypes).toEqual(possibleTypesOfSchema());
});

test('a page has the KYC of its customers without a fragment', () => {
  expect(opened.module.customers.data).toMatchObject({
    customers: { nodes: [{ id: opened.customerId, kyc: { status: 'INCOMPLETE' } }] },
  });
});

test('shareholders with one document number keep their companies in the cache', async () => {
  const { partner, customerId, module } = opened;
  await sendTwoShareholders(partner, customerId);
  const { data } = await module.client.query({ query: gql(SHAREHOLDERS), variables: { customerId } });
  expect(data).toMatchObject({ kyc: { shareholdersIdentityNumber: TWO_SHAREHOLDERS } });
});

test('an upload leads back to the KYC record, whose entry in the cache it renews', async () => {
  const { customerId, module } = opened;
  const { data } = await module.upload(customerId, 'COMPANY_STRUCTURE_CHART', scan());
  expect(data).toMatchObject({ uploadDocuments: { status: 'UPLOADED' } });
  const entry = module.client.cache.extract();
  expect(entry).toMatchObject({
    [`HkKycRecord:${customerId.replace('cus_', 'kyc_')}`]: {
      status: 'MISSING_SUPPORTING_DOCUMENTS',
      supportingDocuments: expect.arrayContaining([
        expect.objectContaining({ type: 'COMPANY_STRUCTURE_CHART', status: 'UPLOADED' }),
      ]),
    },
  });
});

test('the loop begins again behind the last event that was handled, and refreshes the cache', async () => {
  const { served, partner, customerId, module } = opened;
  const after = await endOfFeed(served, partner);
  const { company_country: _, ...body } = (await partner.rest('GET', `/v1/customers/${customerId}`)).json;
  for (const company_name of ['Second Name', 'Third Name'])
    await partner.rest('PUT', `/v1/customers/${customerId}`, { ...body, company_name });
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  let failures = 0;
  const seen = await followed(module, after, 2, async (each) => {
    if (failures === 0 && each.event.subject === `customer/${customerId}` && (failures += 1))
      throw new Error('The handler failed once.');
    await module.refresh(each);
  });
  expect(warned).toHaveBeenCalledTimes(1);
  warned.mockRestore();
  expect(seen).toEqual([`customer/${customerId}`, `customer/${customerId}`]);
  expect(module.client.cache.extract()).toMatchObject({
    [`Customer:${customerId}`]: { companyName: 'Third Name' },
  });
});

const VIEWER = gql('{ viewer { __typename settlementPeriod { min } } }');
const options = () => ({
  uri: `${opened.served.baseUrl}/graphql`,
  headers: { authorization: opened.partner.authorization },
});

test('persisted queries fall back to the document', async () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const link = ApolloLink.from([new PersistedQueryLink({ sha256 }), new HttpLink(options())]);
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  expect((await client.query({ query: VIEWER })).data).toMatchObject({
    viewer: { settlementPeriod: { min: 1 } },
  });
});

test('a batch is refused, and the error says so', async () => {
  const client = new ApolloClient({ link: new BatchHttpLink(options()), cache: new InMemoryCache() });
  const refused = client.query({ query: VIEWER });
  await expect(refused).rejects.toThrow('A batch of operations is refused');
});
