import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
let operator: Awaited<ReturnType<TestGateway['key']>>;
let customerId: string;
beforeAll(async () => {
  fixture = await openTestGateway({}, () => new Date('2026-03-01T09:00:00Z'));
  partner = await fixture.partner();
  operator = await fixture.key(partner.partnerId, { role: 'operator' });
});
beforeEach(async () => {
  customerId = await partner.completeCustomer('HK');
});
afterAll(() => fixture.close());

const REQUEST = `mutation ($id: ID!, $type: DocumentType!, $reason: String!) {
  requestDocument(customerId: $id, type: $type, reason: $reason) { type required status requestReason requestedAt files { id } }
}`;
const request = (type = 'NAR1', reason = 'the scan is cut off', headers = {}) =>
  operator.graphql(REQUEST, { id: customerId, type, reason }, headers);

/** What the partner sees of one type, and of the record. */
async function seen(type: string) {
  const query = `query ($id: ID!) { kyc(customerId: $id) { ... on Kyc {
    status supportingDocuments { type status requestReason requestedAt files { filename url } } } } }`;
  const { kyc } = (await partner.graphql(query, { id: customerId })).json.data;
  const document = kyc.supportingDocuments.find((each: { type: string }) => each.type === type.toUpperCase());
  return { record: kyc.status, document };
}
const ask = () => partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
const errorOf = ({ json }: Awaited<ReturnType<typeof request>>) => json.errors?.[0].extensions;

test('a damaged reason makes only the read of its own document fail', async () => {
  await request('NAR1');
  await request('NNC1', 'unreadable');
  await fixture.gateway.database.writes
    .updateTable('document_request')
    .set({ reason: 'v1.AAAA.AAAA' })
    .where('customer_id', '=', customerId)
    .where('type', '=', 'nar1')
    .execute();
  const query = `query ($id: ID!) { kyc(customerId: $id) { ... on Kyc {
    supportingDocuments { requestReason requestedAt } } } }`;
  const { json } = await partner.graphql(query, { id: customerId });
  const documents: readonly object[] = json.data.kyc.supportingDocuments;
  expect(documents).toContainEqual({ requestReason: null, requestedAt: '2026-03-01T09:00:00Z' });
  expect(documents).toContainEqual({ requestReason: 'unreadable', requestedAt: '2026-03-01T09:00:00Z' });
  expect(json.errors.map(({ extensions }: { extensions: object }) => extensions)).toMatchObject([
    { code: 'internal_error' },
  ]);
});

describe('a required document that is requested again', () => {
  test('is missing, with a reason and a time that the partner sees', async () => {
    const { json } = await request();
    expect(json.data.requestDocument).toEqual({
      type: 'NAR1',
      required: true,
      status: 'MISSING',
      requestReason: 'the scan is cut off',
      requestedAt: '2026-03-01T09:00:00Z',
      files: [{ id: expect.stringMatching(/^doc_/) }],
    });
    expect(await seen('nar1')).toMatchObject({
      record: 'MISSING_SUPPORTING_DOCUMENTS',
      document: {
        status: 'MISSING',
        requestReason: 'the scan is cut off',
        requestedAt: '2026-03-01T09:00:00Z',
      },
    });
    const { json: record } = await partner.rest('GET', `/v1/kyc/hk/${customerId}`);
    expect([record.status, record.supporting_documents.nar1]).toEqual([
      'missing_supporting_documents',
      'missing',
    ]);
  });

  test('keeps its files, which can still be read', async () => {
    await request();
    const { document } = await seen('nar1');
    expect(document.files).toHaveLength(1);
    const url = new URL(document.files[0].url);
    expect((await fixture.fetch('GET', url.pathname + url.search)).status).toBe(200);
  });

  test('keeps the customer from new settlements until it is uploaded, and the request ends with that', async () => {
    await request();
    const refused = await ask();
    expect([refused.status, refused.json.error.code]).toEqual([412, 'kyc_incomplete']);
    expect(refused.json.error.message).toContain('nar1');
    await partner.upload(customerId, 'nnc1');
    expect((await ask()).status).toBe(412);
    await partner.upload(customerId, 'nar1');
    expect(await seen('nar1')).toMatchObject({
      record: 'COMPLETE',
      document: { status: 'UPLOADED', requestReason: null, requestedAt: null },
    });
    expect((await ask()).status).toBe(200);
  });

  test('stays requested when the KYC information is sent again', async () => {
    await request();
    const { json } = await partner.rest('GET', `/v1/kyc/hk/${customerId}`);
    await partner.rest('PUT', `/v1/kyc/hk/${customerId}`, { ...json, legal_name: 'Renamed Limited' });
    expect(await seen('nar1')).toMatchObject({
      record: 'MISSING_SUPPORTING_DOCUMENTS',
      document: { requestReason: 'the scan is cut off' },
    });
  });

  test('can be requested once more, for another reason', async () => {
    await request();
    await request('NAR1', 'it is from last year');
    expect((await seen('nar1')).document.requestReason).toBe('it is from last year');
  });

  test('leaves its trail, without the reason', async () => {
    await request('NAR1', 'Zqxreason');
    const events = await fixture.gateway.database.reads
      .selectFrom('event')
      .selectAll()
      .where('subject', '=', `kyc/${customerId}`)
      .orderBy('sequence', 'desc')
      .limit(2)
      .execute();
    expect(events.map(({ type, data, actor }) => [type, JSON.parse(data), actor])).toEqual([
      ['kyc.status_changed', { from: 'complete', to: 'missing_supporting_documents' }, operator.keyId],
      ['kyc.document_requested', { type: 'nar1' }, operator.keyId],
    ]);
    const rows = await fixture.gateway.database.reads.selectFrom('document_request').selectAll().execute();
    expect(JSON.stringify([events, rows])).not.toContain('Zqxreason');
  });

  test('is requested once with one idempotency key', async () => {
    const key = { 'idempotency-key': `request-${customerId}` };
    const [first, second] = [await request('NAR1', 'cut off', key), await request('NAR1', 'cut off', key)];
    expect(second.json).toEqual(first.json);
    const count = await fixture.gateway.database.reads
      .selectFrom('event')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('subject', '=', `kyc/${customerId}`)
      .where('type', '=', 'kyc.document_requested')
      .executeTakeFirstOrThrow();
    expect(Number(count.count)).toBe(1);
  });
});

test('an optional one is not uploaded again, and the record stays complete', async () => {
  await request('LITIGATION_HISTORY');
  expect(await seen('litigation_history')).toMatchObject({
    record: 'COMPLETE',
    document: { status: 'NOT_UPLOADED', requestReason: 'the scan is cut off' },
  });
  expect((await ask()).status).toBe(200);
});

describe('a request is refused', () => {
  test.each([
    ['of another country', 'REGISTRATION_OF_BUSINESS', 'cut off', 'parameter_invalid', 'type'],
    ['of no country', 'PASSPORT', 'cut off', 'parameter_invalid', 'type'],
    ['without a reason', 'NAR1', ' \n ', 'parameter_invalid', 'reason'],
    ['with an essay', 'NAR1', 'x'.repeat(1_001), 'parameter_invalid', 'reason'],
  ])('%s', async (_, type, reason, code, param) => {
    expect(errorOf(await request(type, reason))).toMatchObject({ code, param });
    expect((await seen('nar1')).record).toBe('COMPLETE');
  });

  test('for a customer that is not there', async () => {
    customerId = 'cus_none';
    expect(errorOf(await request())).toMatchObject({ code: 'resource_missing' });
  });

  test('from a partner', async () => {
    const answer = await partner.graphql(REQUEST, { id: customerId, type: 'NAR1', reason: 'cut off' });
    expect(errorOf(answer)).toMatchObject({ code: 'permission_denied' });
  });
});
