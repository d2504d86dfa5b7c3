import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EVENT_COLUMNS } from '../../../src/trail/record/event-row.ts';
import { refuseWrites } from '../../support/database/refuse-writes.ts';
import {
  customerBody,
  kycBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

const NOW = new Date('2026-03-01T12:34:56.789Z');
const REQUEST = { 'request-id': 'trail-request' };

let fixture: TestGateway;
let partner: TestPartner;
let customerId: string;
beforeAll(async () => {
  fixture = await openTestGateway({}, () => NOW);
});
beforeEach(async () => {
  partner = await fixture.partner();
  const { json } = await partner.rest('POST', '/v1/customers', customerBody(), REQUEST);
  customerId = json.customer_id;
});
afterAll(() => fixture.close());

const all = () =>
  fixture.gateway.database.reads.selectFrom('event').select(EVENT_COLUMNS).orderBy('id').execute();
const about = async (subject: string) => (await all()).filter((event) => event.subject === subject);
const typesOf = async (subject: string) => (await about(subject)).map(({ type }) => type);
const dataOf = async (subject: string): Promise<unknown> =>
  JSON.parse((await about(subject)).at(-1)?.data ?? 'null');

async function keyIdOf(partnerId: string): Promise<string | undefined> {
  const { reads } = fixture.gateway.database;
  return (await reads.selectFrom('api_key').select('id').where('partner_id', '=', partnerId).execute())[0]
    ?.id;
}

test('an event says what happened, to what, by whom, in which request, when, and of which partner', async () => {
  const [event, ...more] = await about(`customer/${customerId}`);
  expect(more).toEqual([]);
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
    type: 'customer.created',
    subject: `customer/${customerId}`,
    sequence: 1,
    partner_id: partner.partnerId,
    actor: await keyIdOf(partner.partnerId),
    request_id: 'trail-request',
    created_at: '2026-03-01T12:34:56Z',
    data: '{}',
  });
});

test('a partner and its key have their events too', async () => {
  expect(await typesOf(`partner/${partner.partnerId}`)).toEqual(['partner.created']);
  const keyId = await keyIdOf(partner.partnerId);
  expect(await about(`key/${keyId}`)).toMatchObject([{ type: 'key.created', actor: 'cli' }]);
});

test('an update names the fields that changed, and no others', async () => {
  const body = customerBody({ company_name: 'Renamed', contact_email: 'new@harbour.example' });
  await partner.rest('PUT', `/v1/customers/${customerId}`, body);
  expect(await dataOf(`customer/${customerId}`)).toEqual({ changed: ['contact_email', 'company_name'] });
});

test('a request that changes nothing leaves no event', async () => {
  await partner.rest('PUT', `/v1/customers/${customerId}`, customerBody());
  expect(await typesOf(`customer/${customerId}`)).toEqual(['customer.created']);
  await partner.rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody());
  const before = await all();
  await partner.rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody());
  expect(await all()).toEqual(before);
});

test('KYC has an event for its text, for each upload and for each change of status', async () => {
  const subject = `kyc/${customerId}`;
  await partner.rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody());
  await partner.upload(customerId, 'nnc1');
  expect(await typesOf(subject)).toEqual([
    'kyc.created',
    'kyc.updated',
    'kyc.status_changed',
    'kyc.documents_uploaded',
  ]);
  expect(await dataOf(subject)).toMatchObject({ type: 'nnc1', replaced: [] });
});

test('a mutation of GraphQL leaves the same events as the same request on REST', async () => {
  const query = 'mutation ($id: ID!) { acceptInstantSettlement(id: $id) { id } }';
  const id = await partner.completeCustomer();
  const ask = async () => (await partner.rest('POST', '/v1/instant-settlements', settlementBody(id))).json;
  const [one, two] = [await ask(), await ask()];
  await partner.rest('PUT', `/v1/instant-settlements/${one.funding_id}/decision`, { type: 'accept' });
  await partner.graphql(query, { id: two.funding_id });
  const types = await typesOf(`funding/${one.funding_id}`);
  expect(types).toEqual(['funding.submitted', 'funding.approved', 'funding.accepted']);
  expect(await typesOf(`funding/${two.funding_id}`)).toEqual(types);
});

test('the events of a subject are numbered from 1 without a gap, also when they are made at once', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, position) =>
      position % 3 === 0
        ? partner.upload(customerId, 'nar1')
        : partner.rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody({ legal_name: `Name ${position}` })),
    ),
  );
  const events = await all();
  for (const [subject, own] of Map.groupBy(events, (event) => event.subject)) {
    const sequences = own.map(({ sequence }) => sequence).toSorted((a, b) => a - b);
    expect({ subject, sequences }).toEqual({ subject, sequences: own.map((_, index) => index + 1) });
  }
  expect((await about(`kyc/${customerId}`)).length).toBeGreaterThan(30);
});

describe('a change that is refused leaves no event', () => {
  test.each<[string, number, (id: string) => readonly [string, string, unknown]]>([
    ['bad fields', 400, () => ['POST', '/v1/customers', customerBody({ contact_phone: 'x' })]],
    ['a missing customer', 404, () => ['PUT', '/v1/customers/cus_none', customerBody()]],
    ['another country', 412, (id) => ['PUT', `/v1/kyc/my/${id}`, kycBody()]],
    [
      'an immutable field',
      400,
      (id) => ['PUT', `/v1/customers/${id}`, customerBody({ company_country: 'MY' })],
    ],
    ['incomplete KYC', 412, (id) => ['POST', '/v1/instant-settlements', settlementBody(id)]],
    ['a broken upload', 400, (id) => ['POST', `/v1/kyc/documents/${id}`, new FormData()]],
  ])('because of %s', async (_, expected, request) => {
    const before = await all();
    const [method, path, body] = request(customerId);
    const { status } = await partner.rest(method, path, body);
    expect(status).toBe(expected);
    expect(await all()).toEqual(before);
  });
});

test('a change whose event cannot be written is not made', async () => {
  const { writes } = fixture.gateway.database;
  const path = `/v1/customers/${customerId}`;
  const before = await partner.rest('GET', path);
  const accept = await refuseWrites(writes, 'insert', 'event');
  const answer = await partner.rest('PUT', path, customerBody({ company_name: 'Lost' }));
  await accept();
  expect([answer.status, answer.json.error.code]).toEqual([500, 'internal_error']);
  expect((await partner.rest('GET', path)).text).toBe(before.text);
});

test('an event never holds a value that the client sent', async () => {
  const mark = 'Zqxmark';
  const marked = customerBody({ company_name: mark, contact_name: mark, external_customer_id: mark });
  await partner.rest('PUT', `/v1/customers/${customerId}`, marked);
  const people = [{ type: 'passport', id: mark }];
  const kyc = kycBody({ legal_name: mark, directors_identity_number: people });
  await partner.rest('PUT', `/v1/kyc/hk/${customerId}`, kyc);
  const id = await partner.completeCustomer();
  const input = settlementBody(id, { transactions: { mark } });
  const { json } = await partner.rest('POST', '/v1/instant-settlements', input);
  const decision = { type: 'reject', reason: mark };
  await partner.rest('PUT', `/v1/instant-settlements/${json.funding_id}/decision`, decision);
  expect(JSON.stringify(await all())).not.toContain(mark);
});
