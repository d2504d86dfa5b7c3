import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  customerBody,
  kycBody,
  openTestGateway,
  type TestGateway,
  type TestPartner,
} from '../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
let operator: Awaited<ReturnType<TestGateway['key']>>;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  operator = await fixture.key(partner.partnerId, { role: 'operator' });
});
afterAll(() => fixture.close());

const doubtful = {
  business_registration_number: 'none of the forms',
  shareholders_identity_number: [{ company_legal_name: 'Another Limited', type: 'passport', id: 'K1' }],
  corporate_entities_number: 0,
  isic: 'A4690',
};

test.each([
  ['HK', 'A123456(4)', 'HKID_CHECK_DIGIT'],
  ['MY', '991332-01-1234', 'MYKAD_DATE'],
] as const)(
  'details of %s that give warnings are accepted, and the warnings are shown on GraphQL alone',
  async (country, id, code) => {
    const { json: customer } = await partner.rest(
      'POST',
      '/v1/customers',
      customerBody({ company_country: country }),
    );
    const path = `/v1/kyc/${country.toLowerCase()}/${customer.customer_id}`;
    const people = { directors_identity_number: [{ type: 'national_id', id }] };
    const written = await partner.rest('PUT', path, kycBody({ ...doubtful, ...people }));
    expect(written.status).toBe(200);
    expect(written.text).not.toContain('warning');
    const query = 'query ($id: ID!) { kyc(customerId: $id) { ... on Kyc { warnings { code param } } } }';
    for (const caller of [partner, operator]) {
      const { json } = await caller.graphql(query, { id: customer.customer_id });
      expect(json.data.kyc.warnings).toEqual([
        { code: 'REGISTRATION_NUMBER_FORMAT', param: 'businessRegistrationNumber' },
        { code, param: 'directorsIdentityNumber[0].number' },
        { code: 'SHAREHOLDER_COMPANY_UNEXPECTED', param: 'shareholdersIdentityNumber[0].companyLegalName' },
        { code: 'ISIC_SECTION_MISMATCH', param: 'isic' },
      ]);
    }
  },
);
