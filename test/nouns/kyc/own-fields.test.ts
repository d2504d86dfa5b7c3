import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** Malaysia stands for a country with fields of its own; none of the countries has any yet. */
const OWN_FIELDS = [
  {
    name: 'former_name',
    description: 'The name before the present one.',
    required: false,
    checks: [
      {
        code: 'former_name_short',
        when: 'The former name is short.',
        source: 'None.',
        passes: (value: string) => value.length > 2,
      },
    ],
  },
  { name: 'state', description: 'The state of the office.', required: true, checks: [] },
];

// The files of a worker share its modules, so the others must not see this country: `npm test` gives this file a worker of
// its own, and elsewhere it has modules of its own.
vi.resetModules();
const { malaysia } = await import('../../../src/nouns/kyc/countries/my/malaysia.ts');
Object.assign(malaysia, { ownFields: OWN_FIELDS });
const { customerBody, kycBody, openTestGateway, settlementBody } = await import('../../support/gateway.ts');

type Fixture = Awaited<ReturnType<typeof openTestGateway>>;
let fixture: Fixture;
let partner: Awaited<ReturnType<Fixture['partner']>>;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
});
afterAll(async () => {
  await fixture.close();
  vi.resetModules();
});

async function customerIn(company_country: string): Promise<string> {
  const { json } = await partner.rest('POST', '/v1/customers', customerBody({ company_country }));
  return json.customer_id;
}

test('its own fields are members of its records on both APIs, and of no other country', async () => {
  const id = await customerIn('MY');
  const empty = (await partner.rest('GET', `/v1/kyc/my/${id}`)).json;
  expect([empty.state, empty.former_name]).toEqual([null, null]);
  const sent = await partner.rest('PUT', `/v1/kyc/my/${id}`, kycBody({ state: ' Perak ', former_name: '' }));
  expect([sent.status, sent.json.state, sent.json.former_name]).toEqual([200, 'Perak', null]);
  expect((await partner.rest('GET', `/v1/kyc/my/${id}`)).json).toMatchObject({ state: 'Perak' });
  const query = 'query ($id: ID!) { kyc(customerId: $id) { ... on MyKycRecord { state formerName } } }';
  expect((await partner.graphql(query, { id })).json.data.kyc).toEqual({ state: 'Perak', formerName: null });
  const elsewhere = await partner.rest(
    'PUT',
    `/v1/kyc/hk/${await customerIn('HK')}`,
    kycBody({ state: 'Perak' }),
  );
  expect([elsewhere.status, elsewhere.json.error.code, elsewhere.json.error.param]).toEqual([
    400,
    'parameter_unknown',
    'state',
  ]);
});

test('a required one is missing like any other field, and is listed among what funding still needs', async () => {
  const id = await customerIn('MY');
  const refused = await partner.rest('PUT', `/v1/kyc/my/${id}`, kycBody({ former_name: 'Former Sdn Bhd' }));
  expect([refused.status, refused.json.error.code, refused.json.error.param]).toEqual([
    400,
    'parameter_missing',
    'state',
  ]);
  const funding = await partner.rest('POST', '/v1/instant-settlements', settlementBody(id));
  expect(funding.json.error.code).toBe('kyc_incomplete');
  expect(funding.json.error.message).toContain('state');
});

test('its checks warn, its text is encrypted, and its change is an event and a new revision', async () => {
  const id = await customerIn('MY');
  await partner.rest('PUT', `/v1/kyc/my/${id}`, kycBody({ state: 'Perak', former_name: 'Zq' }));
  const query = `query ($id: ID!) {
    kyc(customerId: $id) { ... on Kyc { revision warnings { code param } } }
  }`;
  const { kyc } = (await partner.graphql(query, { id })).json.data;
  expect(kyc.warnings).toContainEqual({ code: 'FORMER_NAME_SHORT', param: 'formerName' });
  const again = kycBody({ state: 'Perak', former_name: 'Zq' });
  await partner.rest('PUT', `/v1/kyc/my/${id}`, again);
  await partner.rest('PUT', `/v1/kyc/my/${id}`, { ...again, state: 'Kedah' });
  expect((await partner.graphql(query, { id })).json.data.kyc.revision).toBe(kyc.revision + 1);
  const { reads } = fixture.gateway.database;
  const row = await reads
    .selectFrom('kyc_record')
    .selectAll()
    .where('customer_id', '=', id)
    .executeTakeFirst();
  expect(JSON.stringify(row)).not.toContain('Kedah');
  const events = await reads
    .selectFrom('event')
    .select('data')
    .where('subject', '=', `kyc/${id}`)
    .where('type', '=', 'kyc.updated')
    .orderBy('sequence', 'desc')
    .execute();
  expect(events[0]?.data).toBe('{"changed":["state"]}');
});

test('a request is the same with one idempotency key, also with its own fields', async () => {
  const id = await customerIn('MY');
  const mutation = `mutation ($id: ID!, $input: MyKycInput!) {
    updateMyKyc(customerId: $id, input: $input) { state }
  }`;
  const { toGraphqlNames } = await import('../../support/graphql-names.ts');
  const send = (state: string) =>
    partner.graphql(
      mutation,
      { id, input: toGraphqlNames(kycBody({ state })) },
      { 'Idempotency-Key': 'own-1' },
    );
  expect((await send('Perak')).json.data.updateMyKyc).toEqual({ state: 'Perak' });
  expect((await send(' Perak')).json.data.updateMyKyc).toEqual({ state: 'Perak' });
  expect((await send('Kedah')).json.errors[0].extensions.code).toBe('idempotency_key_reused');
});
