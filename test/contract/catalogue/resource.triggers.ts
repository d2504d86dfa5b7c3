import { customerBody, kycBody, settlementBody } from '../../support/gateway.ts';
import type { Fixture } from './fixture.ts';

async function newCustomer({ partner }: Fixture): Promise<string> {
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  return json.customer_id;
}

export const resourceTriggers = {
  resource_missing: ({ partner }: Fixture) => partner.rest('GET', `/v1/customers/cus_${'0'.repeat(26)}`),
  async company_country_immutable(fixture: Fixture) {
    const path = `/v1/customers/${await newCustomer(fixture)}`;
    return fixture.partner.rest('PUT', path, customerBody({ company_country: 'MY' }));
  },
  async kyc_type_mismatch(fixture: Fixture) {
    return fixture.partner.rest('PUT', `/v1/kyc/my/${await newCustomer(fixture)}`, kycBody());
  },
  async kyc_incomplete(fixture: Fixture) {
    const body = settlementBody(await newCustomer(fixture));
    return fixture.partner.rest('POST', '/v1/instant-settlements', body);
  },
  async kyc_changed({ gateway: fixture, partner }: Fixture) {
    const customer = await partner.completeCustomer();
    const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
    const path = `/v1/instant-settlements/${json.funding_id}/decision`;
    await partner.rest('PUT', path, { type: 'accept' });
    await partner.rest('PUT', `/v1/kyc/hk/${customer}`, kycBody({ legal_name: 'Another Limited' }));
    const operator = await fixture.key(partner.partnerId, { role: 'operator' });
    return operator.graphql(
      'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "1") { id } }',
      { id: json.funding_id },
    );
  },
  async rate_above_ceiling({ gateway: fixture }: Fixture) {
    const partner = await fixture.partner({ review: 'manual' });
    const body = settlementBody(await partner.completeCustomer());
    const { json } = await partner.rest('POST', '/v1/instant-settlements', body);
    const operator = await fixture.key(partner.partnerId, {
      role: 'operator',
      scopes: ['read', 'write', 'admin'],
    });
    await operator.graphql(
      'mutation { updateProviderSettings(input: { rateCeiling: [{ country: "HK", rate: 0.1 }] }) { updatedAt } }',
    );
    return operator.graphql(
      'mutation ($id: ID!) { approveInstantSettlement(id: $id, interestRate: 0.5) { id } }',
      { id: json.funding_id },
    );
  },
  async currency_not_supported({ partner }: Fixture) {
    const body = settlementBody(await partner.completeCustomer(), { currency: 'EUR' });
    return partner.rest('POST', '/v1/instant-settlements', body);
  },
  async funding_status_invalid({ partner }: Fixture) {
    const body = settlementBody(await partner.completeCustomer());
    const { json } = await partner.rest('POST', '/v1/instant-settlements', body);
    const path = `/v1/instant-settlements/${json.funding_id}/decision`;
    await partner.rest('PUT', path, { type: 'accept' });
    return partner.rest('PUT', path, { type: 'accept' });
  },
};
