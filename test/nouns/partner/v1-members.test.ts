import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';
import { customerBody, kycBody, pdf, settlementBody } from '../../support/gateway.ts';

const SUMMARY = [
  'account_chargeback_rate',
  'account_refund_rate',
  'amount',
  'created_at',
  'currency',
  'customer_id',
  'funding_id',
  'interest_rate',
  'settlement_period',
  'status',
  'updated_at',
];
const WHOLE = [...SUMMARY, 'transactions'].toSorted();
const CUSTOMER = [
  'company_country',
  'company_name',
  'company_sector',
  'contact_country',
  'contact_email',
  'contact_name',
  'contact_phone',
  'created_at',
  'customer_id',
  'external_customer_id',
  'updated_at',
];
const KYC = [
  'business_registration_number',
  'corporate_entities_number',
  'created_at',
  'customer_id',
  'date_of_incorporation',
  'directors_identity_number',
  'has_complex_structure',
  'has_namecheck_hits',
  'is_sensitive_business',
  'isic',
  'legal_name',
  'namecheck_result',
  'operating_address',
  'provider_batch_screening_result',
  'provider_company_screening_result',
  'registered_address',
  'shareholders_identity_number',
  'status',
  'supporting_documents',
  'type',
  'updated_at',
  'website',
];

let stages: Stages;
beforeEach(async () => {
  stages = await openStages({ review: 'manual', v1_members: 'interface' }, { WEBHOOK_ALLOW: '127.0.0.1' });
});
afterEach(() => stages.close());

/** The members of a body by REST. */
async function members(method: string, path: string, body?: unknown): Promise<readonly string[]> {
  const { status, json } = await stages.partner.rest(method, path, body);
  expect(status).toBe(200);
  return Object.keys(json).toSorted();
}

/** The members of the items of a list. */
async function itemMembers(path: string): Promise<readonly string[]> {
  const { json } = await stages.partner.rest('GET', path);
  expect(Object.keys(json)).toEqual(['items', 'count']);
  return Object.keys(json.items[0]).toSorted();
}

test('every row of the first interface has only the members that it names', async () => {
  const { customerId } = stages;
  const customer = `/v1/customers/${customerId}`;
  expect(await members('POST', '/v1/customers', customerBody())).toEqual(CUSTOMER);
  expect(await members('GET', customer)).toEqual(CUSTOMER);
  expect(await members('PUT', customer, customerBody())).toEqual(CUSTOMER);
  expect(await itemMembers('/v1/customers')).toEqual(CUSTOMER);
  expect(await members('GET', `/v1/kyc/hk/${customerId}`)).toEqual(KYC);
  expect(await members('PUT', `/v1/kyc/hk/${customerId}`, kycBody())).toEqual(KYC);
  const malaysian = await stages.partner.completeCustomer('MY');
  expect(await members('GET', `/v1/kyc/my/${malaysian}`)).toEqual(KYC);
  expect(await members('PUT', `/v1/kyc/my/${malaysian}`, kycBody())).toEqual(KYC);
  const upload = await stages.partner.upload(customerId, 'litigation_history', [pdf()]);
  expect(Object.keys(upload.json)).toEqual(['type', 'files']);
  expect(Object.keys(upload.json.files[0])).toEqual(['document_id', 'filename', 'mime_type']);
  const { document_id } = upload.json.files[0];
  const document = ['document_id', 'filename', 'mime_type', 'type', 'url'];
  expect(await members('GET', `/v1/kyc/documents/${customerId}/${document_id}`)).toEqual(document);
  const listed = (await stages.partner.rest('GET', `/v1/kyc/documents/${customerId}`)).json;
  expect(Object.keys(listed.litigation_history[0])).toEqual(['document_id', 'filename', 'mime_type']);

  const all = '/v1/instant-settlements';
  expect(await members('POST', all, settlementBody(customerId))).toEqual(WHOLE);
  expect(await itemMembers(all)).toEqual(SUMMARY);
  expect(await itemMembers(`${customer}/instant-settlements`)).toEqual(SUMMARY);
  const funded = await stages.bring('funded');
  expect(await members('GET', `${all}/${funded}`)).toEqual(WHOLE);
  expect(await members('GET', `${customer}/instant-settlements/${funded}`)).toEqual(WHOLE);
  const offer = await stages.bring('approved');
  expect(await members('PUT', `${all}/${offer}/decision`, { type: 'accept' })).toEqual(WHOLE);
});

test('GraphQL has every member, and so has REST when the setting is changed, within a second', async () => {
  const id = await stages.bring('approved');
  const { json } = await stages.partner.graphql(
    `{ instantSettlement(id: "${id}") { fee annualRate repaymentOrder offerExpiresAt } }`,
  );
  expect(json.data.instantSettlement).toMatchObject({ fee: 2_000, repaymentOrder: 'FEE_FIRST' });
  const change = `mutation { updatePartner(id: "${stages.partner.partnerId}", input: { v1Members: ALL }) { v1Members } }`;
  await stages.operator.graphql(change);
  stages.wait(1_000);
  expect(await stages.read(id)).toMatchObject({ fee: 2_000, repayment_order: 'fee_first' });
});

test('a settlement that was repaid stays repaid on these rows', async () => {
  const reopened = await stages.bring('repaid');
  const funded = await stages.bring('funded');
  await stages.cause('reopen', reopened);
  const { json } = await stages.partner.graphql(`{ instantSettlement(id: "${reopened}") { status } }`);
  expect(json.data.instantSettlement.status).toBe('FUNDED');
  expect([(await stages.read(reopened)).status, (await stages.read(funded)).status]).toEqual([
    'repaid',
    'funded',
  ]);
  const { items } = (await stages.partner.rest('GET', '/v1/instant-settlements')).json;
  expect(items.map(({ status }: { status: string }) => status)).toEqual(['funded', 'repaid']);
  // Even if the bank sends the payout back, and the provider revokes the offer.
  for (const event of ['return', 'revoke'] as const) {
    await stages.cause(event, reopened);
    expect((await stages.read(reopened)).status).toBe('repaid');
  }
});

test('all types of a webhook endpoint are the types of the first interface; a later type that it names is sent', async () => {
  const { gateway, relay, partner } = stages;
  const endpoint = async (types: readonly string[]) => {
    const body = { url: 'http://127.0.0.1:65535/', event_types: types };
    return (await partner.rest('POST', '/v1/webhook-endpoints', body)).json.webhook_endpoint_id;
  };
  const every = await endpoint(['*']);
  const named = await endpoint(['funding.fee_waived']);
  const id = await stages.bring('funded');
  await stages.operator.graphql(
    `mutation { waiveFee(id: "${id}", amount: 1, reason: "kindness") { status } }`,
  );
  await relay();
  const sent = async (to: string) => {
    const rows = await gateway.database.reads
      .selectFrom('webhook_delivery')
      .select('event_type')
      .where('endpoint_id', '=', to)
      .orderBy('position')
      .execute();
    return rows.map(({ event_type }) => event_type).filter((type) => type.startsWith('funding.'));
  };
  expect(await sent(every)).toEqual([
    'funding.submitted',
    'funding.approved',
    'funding.accepted',
    'funding.disbursed',
  ]);
  expect(await sent(named)).toEqual(['funding.fee_waived']);
});
