import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  customerBody,
  kycBody,
  openTestGateway,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

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

const QUERY =
  'query ($id: ID!) { kyc(customerId: $id) { ... on Kyc { isicScheme isicIndustry warnings { code param } } } }';

/** The scheme of the industry code, and the warnings, of details that are accepted. */
async function shownFor(country: string, details: Readonly<Record<string, unknown>>) {
  const { json: customer } = await partner.rest(
    'POST',
    '/v1/customers',
    customerBody({ company_country: country }),
  );
  const id: string = customer.customer_id;
  const written = await partner.rest('PUT', `/v1/kyc/${country.toLowerCase()}/${id}`, kycBody(details));
  expect(written.status).toBe(200);
  const { json } = await operator.graphql(QUERY, { id });
  return json.data.kyc;
}

const ofMalaysia = {
  legal_name: 'Kinabalu Sdn. Bhd.',
  business_registration_number: '201901000005',
  date_of_incorporation: '2019-01-02',
  directors_identity_number: [{ type: 'national_id', id: '800229-14-5678' }],
  shareholders_identity_number: [],
};

test.each([
  ...['561100', '550100', '691100', '451300', '741200'].map((isic) => ['HK', isic, 'HSIC'] as const),
  ...['46311', 'G46444', '62010'].map((isic) => ['MY', isic, 'MSIC'] as const),
  ...['G4690', '6211', 'K6211'].map((isic) => ['HK', isic, 'ISIC'] as const),
])(
  'in %s the industry code %s is looked up in its own scheme and gives no warning',
  async (country, isic, scheme) => {
    const details = country === 'MY' ? { ...ofMalaysia, isic } : { isic };
    expect(await shownFor(country, details)).toEqual({
      isicScheme: scheme,
      isicIndustry: expect.any(String),
      warnings: [],
    });
  },
);

test('the older number of the Companies Registry of Hong Kong with its letter gives no warning', async () => {
  for (const business_registration_number of ['C0012345', 'F0001234', '12345678\u2013000'])
    expect((await shownFor('HK', { business_registration_number })).warnings).toEqual([]);
});

test.each([
  [
    'HK',
    { business_registration_number: '00000000' },
    { code: 'REGISTRATION_NUMBER_PLACEHOLDER', param: 'businessRegistrationNumber' },
  ],
  [
    'HK',
    {
      directors_identity_number: [
        { type: 'national_id', id: 'A123456(3)' },
        { type: 'national_id', id: 'a1234563' },
      ],
    },
    { code: 'IDENTITY_NUMBER_REPEATED', param: 'directorsIdentityNumber[1].number' },
  ],
  [
    'HK',
    { directors_identity_number: [{ type: 'passport', id: '00000000' }] },
    { code: 'IDENTITY_NUMBER_PLACEHOLDER', param: 'directorsIdentityNumber[0].number' },
  ],
  [
    'MY',
    { ...ofMalaysia, business_registration_number: '209901000005' },
    { code: 'REGISTRATION_NUMBER_FUTURE', param: 'businessRegistrationNumber' },
  ],
  [
    'MY',
    { ...ofMalaysia, business_registration_number: '201501000005' },
    { code: 'REGISTRATION_NUMBER_YEAR', param: 'businessRegistrationNumber' },
  ],
  [
    'MY',
    { ...ofMalaysia, business_registration_number: '201901000005 (LLP0012345-LGN)' },
    { code: 'REGISTRATION_NUMBER_KIND', param: 'businessRegistrationNumber' },
  ],
])('in %s %j gives one warning', async (country, details, warning) => {
  expect((await shownFor(country, details)).warnings).toEqual([warning]);
});
