import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOfFeed, followed, openGuide, scan } from './guide-module.ts';

interface RelayGuide {
  readonly environment: { getStore(): { getSource(): { toJSON(): object } } };
  readonly customers: unknown;
}

const openRelay = () => openGuide<RelayGuide & Parameters<typeof followed>[0]>('relay');
let opened: Awaited<ReturnType<typeof openRelay>>;
beforeAll(async () => {
  opened = await openRelay();
});
afterAll(() => opened.served.stop());

test('a page has the KYC of its customers without a fragment', () => {
  expect(opened.module.customers).toMatchObject({
    customers: { edges: [{ node: { id: opened.customerId, kyc: { status: 'INCOMPLETE' } } }] },
  });
});

test('an upload leads back to the KYC record', async () => {
  const { customerId, module } = opened;
  const kyc = { id: customerId.replace('cus_', 'kyc_'), status: 'INCOMPLETE' };
  expect(await module.upload(customerId, 'COMPANY_STRUCTURE_CHART', scan())).toMatchObject({
    uploadDocuments: { status: 'UPLOADED', kyc },
  });
});

test('the loop hands on the events after a cursor', async () => {
  const { served, partner, customerId, module } = opened;
  const after = await endOfFeed(served, partner);
  const { company_country: _, ...body } = (await partner.rest('GET', `/v1/customers/${customerId}`)).json;
  await partner.rest('PUT', `/v1/customers/${customerId}`, { ...body, company_name: 'Second Name' });
  expect(await followed(module, after, 1)).toEqual([`customer/${customerId}`]);
});
