import { afterAll, beforeAll, expect, test } from 'vitest';
import { countryOf } from '../../../src/nouns/kyc/countries/index.ts';
import {
  customerBody,
  kycBody,
  openTestGateway,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
});
afterAll(() => fixture.close());

const types = countryOf('HK').documentTypes.map(({ type }) => type);

test('the first changes of a record are all kept, if they come at once', async () => {
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  const path = `/v1/kyc/hk/${json.customer_id}`;
  const changes = await Promise.all([
    partner.rest('PUT', path, kycBody()),
    ...types.map((type) => partner.upload(json.customer_id, type)),
    partner.rest('PUT', path, kycBody({ legal_name: 'Renamed' })),
  ]);
  expect(changes.map(({ status }) => status)).toEqual(changes.map(() => 200));
  const record = (await partner.rest('GET', path)).json;
  expect(record.status).toBe('complete');
  expect(record.supporting_documents).toEqual(Object.fromEntries(types.map((type) => [type, 'uploaded'])));
  const kept = await fixture.gateway.database.reads
    .selectFrom('kyc_record')
    .select('revision')
    .where('customer_id', '=', json.customer_id)
    .executeTakeFirstOrThrow();
  expect(kept.revision).toBe(changes.length + 1);
});

test('a record without a change is of its customer: another partner cannot read or change it', async () => {
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  const stranger = await fixture.partner();
  const path = `/v1/kyc/hk/${json.customer_id}`;
  for (const response of [
    await stranger.rest('GET', path),
    await stranger.rest('PUT', path, kycBody()),
    await stranger.upload(json.customer_id, 'nar1'),
  ])
    expect([response.status, response.json.error.code]).toEqual([404, 'resource_missing']);
  const { status, created_at, updated_at } = (await partner.rest('GET', path)).json;
  expect([status, created_at, updated_at]).toEqual(['incomplete', json.created_at, json.created_at]);
});
