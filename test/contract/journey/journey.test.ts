import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openTestGateway,
  settlementBody,
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

test('a customer is onboarded, funded and accepts', async () => {
  const customerId = await partner.completeCustomer('HK');
  const kyc = await partner.rest('GET', `/v1/kyc/hk/${customerId}`);
  expect(kyc.json).toMatchObject({ status: 'complete', type: 'HK', namecheck_result: null });
  const created = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
  expect(created.json).toMatchObject({ status: 'approved', interest_rate: 0.002 });
  const accepted = await partner.rest('PUT', `/v1/instant-settlements/${created.json.funding_id}/decision`, {
    type: 'accept',
  });
  expect(accepted.json).toMatchObject({ status: 'accepted', funding_id: created.json.funding_id });
});
