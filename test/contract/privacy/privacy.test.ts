import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseWrites } from '../../support/database/refuse-writes.ts';
import { toGraphqlNames } from '../../support/graphql-names.ts';
import {
  type Answer,
  customerBody,
  kycBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

/** Every personal value is unique, so that each leak is found. */
const PERSONAL = {
  name: 'Zebulon Quixtable',
  email: 'zebulon@quixtable.example',
  phone: '+85267676767',
  company: 'Quixtable Holdings',
  external: 'quix-external-7',
  identity: 'Q989898(7)',
  shareholder: 'QK7654321',
  street: '77 Quixtable Road',
  registration: '77665544',
  score: 'quix-screening',
  transaction: 'quix-transaction',
  reason: 'quix-reason',
  bad: 'quix-not-an-address',
} as const;

let fixture: TestGateway;
let partner: TestPartner;
const refusals: Answer[] = [];
const secrets: string[] = Object.values(PERSONAL);
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  secrets.push(partner.apiKey);
  await runJourney();
  await failOnPurpose();
});
afterAll(() => fixture.close());

const customer = customerBody({
  external_customer_id: PERSONAL.external,
  contact_email: PERSONAL.email,
  contact_name: PERSONAL.name,
  contact_phone: PERSONAL.phone,
  company_name: PERSONAL.company,
});
const kyc = kycBody({
  legal_name: PERSONAL.company,
  registered_address: {
    address_line_1: PERSONAL.street,
    postal_code: '',
    city: 'Hong Kong',
    country: 'Hong Kong',
  },
  business_registration_number: PERSONAL.registration,
  directors_identity_number: [{ type: 'national_id', id: PERSONAL.identity }],
  shareholders_identity_number: [
    { company_legal_name: PERSONAL.company, type: 'passport', id: PERSONAL.shareholder },
  ],
  provider_company_screening_result: { score: PERSONAL.score },
});
const headers = { 'idempotency-key': 'quix-idempotency-1' };

/** Keeps the refusals; everything else must have succeeded. */
async function refused(answer: Promise<Answer>) {
  const { json, status } = await answer;
  expect({ status, error: json?.error ?? json?.errors }).toMatchObject({ error: expect.anything() });
  refusals.push(await answer);
}

async function runJourney() {
  const { rest, graphql, upload } = partner;
  const create = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }';
  const write = `mutation ($id: ID!, $input: HkKycInput!) { updateHkKyc(customerId: $id, input: $input) { status } }`;
  const { json } = await rest('POST', '/v1/customers', customer, headers);
  const id: string = json.customer_id;
  await refused(rest('POST', '/v1/customers', { ...customer, contact_name: 'x' }, headers));
  await refused(rest('POST', '/v1/customers', { ...customer, contact_email: PERSONAL.bad }));
  await refused(rest('POST', '/v1/customers', { ...customer, contact_phone: `${PERSONAL.phone}000000` }));
  await refused(
    rest('POST', '/v1/customers', `{"contact_name":"${PERSONAL.name}"`, {
      'content-type': 'application/json',
    }),
  );
  await refused(
    rest('POST', '/v1/customers', `{"contact_name":"${PERSONAL.name}"}`, { 'content-type': 'text/plain' }),
  );
  await refused(rest('PUT', `/v1/customers/${id}`, { ...customer, company_country: PERSONAL.bad }));
  await refused(rest('GET', `/v1/customers/${encodeURIComponent(PERSONAL.email)}`));
  await refused(rest('GET', `/v1/${encodeURIComponent(PERSONAL.name)}`));
  await refused(rest('GET', `/v1/customers?limit=${encodeURIComponent(PERSONAL.bad)}`));
  await rest('GET', `/v1/customers?external_customer_id=${PERSONAL.external}`);
  await refused(graphql(create, { input: toGraphqlNames({ ...customer, contact_email: PERSONAL.bad }) }));
  await refused(graphql(create, { input: PERSONAL.bad }));
  await refused(graphql(`{ customer(id: "${PERSONAL.name}") { bogus } }`));
  await refused(graphql(`{ customer(id: "${PERSONAL.name}" ${PERSONAL.bad}`));
  await refused(graphql(`mutation { createCustomer(input: { contactName: "${PERSONAL.name}" }) { id } }`));
  await refused(
    graphql(`mutation { rejectInstantSettlement(id: "x", reason: "${PERSONAL.reason}") { id } }`),
  );

  await rest('PUT', `/v1/kyc/hk/${id}`, kyc);
  await graphql(write, { id, input: toGraphqlNames(kyc) });
  const wrong = {
    ...kyc,
    directors_identity_number: [{ type: PERSONAL.identity, id: PERSONAL.identity.repeat(20) }],
  };
  await refused(rest('PUT', `/v1/kyc/hk/${id}`, wrong));
  await refused(graphql(write, { id, input: toGraphqlNames(wrong) }));
  await refused(
    rest('PUT', `/v1/kyc/hk/${id}`, { ...kyc, isic: PERSONAL.identity, website: PERSONAL.street }),
  );
  await refused(rest('PUT', `/v1/kyc/my/${id}`, kyc));

  const documents = await rest('GET', `/v1/kyc/documents/${id}`);
  for (const type of Object.keys(documents.json)) await upload(id, type);
  const query = 'query ($id: ID!) { customer(id: $id) { documents { url } } }';
  const { json: uploaded } = await graphql(query, { id });
  const url = /"url":"http:\/\/gateway\.test([^"]+)"/.exec(JSON.stringify(uploaded))?.[1] ?? '';
  const signature = /signature=([^&]+)/.exec(url)?.[1] ?? '';
  expect(signature).not.toBe('');
  secrets.push(signature);
  expect((await fixture.fetch('GET', url)).status).toBe(200);
  await refused(fixture.fetch('GET', url.replace('signature=', 'signature=A')));
  const form = new FormData();
  form.set('metadata', JSON.stringify({ type: PERSONAL.bad, files: { file: { filename: PERSONAL.name } } }));
  await refused(rest('POST', `/v1/kyc/documents/${id}`, form));

  const funding = settlementBody(id, { transactions: { note: PERSONAL.transaction } });
  const made = await rest('POST', '/v1/instant-settlements', funding);
  expect(made.status).toBe(200);
  await refused(rest('POST', '/v1/instant-settlements', { ...funding, currency: PERSONAL.bad }));
  const decision = `/v1/instant-settlements/${made.json.funding_id}/decision`;
  await refused(rest('PUT', decision, { type: PERSONAL.bad, reason: PERSONAL.reason }));
  await rest('PUT', decision, { type: 'reject', reason: PERSONAL.reason });
  await refused(rest('PUT', decision, { type: 'reject', reason: PERSONAL.reason }));
  await refused(
    fixture.fetch('GET', '/v1/customers', { headers: { authorization: `Bearer ${PERSONAL.identity}` } }),
  );
  await refused(
    fixture.fetch('POST', '/graphql', {
      headers: { authorization: `Basic ${partner.apiKey}` },
      body: { query: '{' },
    }),
  );
}

/** A failure of the database and one of the code, each with a message full of personal values. */
async function failOnPurpose() {
  const { writes } = fixture.gateway.database;
  const create = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }';
  const accept = await refuseWrites(writes, 'insert', 'customer', Object.values(PERSONAL).join(' '));
  const byRest = partner.rest('POST', '/v1/customers', customer);
  expect((await byRest).json.error.code).toBe('internal_error');
  await refused(byRest);
  const byGraphql = partner.graphql(create, { input: toGraphqlNames(customer) });
  expect((await byGraphql).json.errors[0].extensions.code).toBe('internal_error');
  await refused(byGraphql);
  await accept();
}

test('no error body holds a personal value, a key or a signature', () => {
  expect(refusals.length).toBeGreaterThan(25);
  for (const { text } of refusals) {
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
});

test('no header of an error holds a personal value, a key or a signature', () => {
  for (const answer of refusals) {
    const sent = JSON.stringify([...answer.headers]);
    for (const secret of secrets) expect(decodeURIComponent(sent)).not.toContain(secret);
  }
});

test('the log holds no personal value, no key and no signature, in any spelling', () => {
  expect(fixture.logged.length).toBeGreaterThan(40);
  const lines = fixture.logged.join('');
  for (const secret of secrets) {
    for (const spelling of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
      expect(lines).not.toContain(spelling);
    }
  }
  expect(lines).not.toContain(headers['idempotency-key']);
  expect(lines).not.toMatch(/cus_|fun_|doc_|Bearer|fgk_/);
});

test('the failures were still logged, with the place and without the message', () => {
  const failures = fixture.logged.filter((line) => line.includes('"failure"'));
  expect(failures).toHaveLength(2);
  for (const line of failures) expect(line).toMatch(/"at":\["at [^"]*\/src\//);
});

test('an internal error does not say what failed', () => {
  const shown = refusals.filter(({ text }) => text.includes('internal_error'));
  expect(shown).toHaveLength(2);
  for (const { text } of shown) expect(text).not.toMatch(/sqlite|postgres|trigger|abort|insert|customer\./i);
});
