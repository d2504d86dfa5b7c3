import { KYC_COUNTRIES } from '../../../support/kyc-countries.ts';
import { cursorAfter } from '../../../../src/nouns/event/feed-cursor.ts';
import { OPEN_REPORTS_MAX } from '../../../../src/nouns/repayment/repayment.rules.ts';
import type { Recorder } from './requests.ts';
import {
  customerBody,
  kycBody,
  settlementBody,
  type TestGateway,
  uploadForm,
  pdf,
} from '../../../support/gateway.ts';

const CUSTOMERS = '/v1/customers';
const CUSTOMER = '/v1/customers/{customer_id}';
const DOCUMENTS = '/v1/kyc/documents/{customer_id}';
const SETTLEMENTS = '/v1/instant-settlements';
const SETTLEMENT = '/v1/instant-settlements/{funding_id}';

/** Sends to every row of the route table requests that it accepts and requests that it refuses. */
export async function useEverything(
  recorder: Recorder,
  fixture: TestGateway,
  later: (seconds: number) => void,
): Promise<void> {
  const partner = await fixture.partner();
  const send = recorder.by(fixture, partner.authorization);
  await send('GET /v1/openapi.json');
  await customers(send);
  const hongKong = await partner.completeCustomer('HK');
  for (const { code } of KYC_COUNTRIES) await kyc(send, code);
  await documents(send, hongKong, later);
  await settlements(send, hongKong);
  await repayments(recorder, fixture);
  await webhooks(send, fixture);
}

type Send = ReturnType<Recorder['by']>;

async function customers(send: Send): Promise<void> {
  const headers = { 'idempotency-key': 'first' };
  const { json } = await send(`POST ${CUSTOMERS}`, [], { body: customerBody(), headers });
  await send(`POST ${CUSTOMERS}`, [], { body: customerBody(), headers });
  await send(`POST ${CUSTOMERS}`, [], { body: customerBody({ company_name: 'Other' }), headers });
  const atOnce = { body: customerBody(), headers: { 'idempotency-key': 'second' } };
  await Promise.all([1, 2, 3, 4].map(() => send(`POST ${CUSTOMERS}`, [], atOnce)));
  const elsewhere = { company_country: 'AQ', contact_email: 'nobody' };
  await send(`POST ${CUSTOMERS}`, [], { body: customerBody(elsewhere) });
  await send(`GET ${CUSTOMERS}`);
  await send(`GET ${CUSTOMERS}`, [], { query: '?limit=1' });
  await send(`GET ${CUSTOMERS}`, [], { query: '?external_customer_id=none' });
  await send(`GET ${CUSTOMERS}`, [], { query: '?limit=101&offset=-1' });
  await send(`GET ${CUSTOMER}`, [json.customer_id]);
  await send(`PUT ${CUSTOMER}`, [json.customer_id], { body: json });
  await send(`PUT ${CUSTOMER}`, [json.customer_id], { body: customerBody({ company_country: 'MY' }) });
  await send('GET /v1/kyc/hk/{customer_id}', [json.customer_id]);
  await send(`GET ${DOCUMENTS}`, [json.customer_id]);
  await send(`POST ${SETTLEMENTS}`, [], { body: settlementBody(json.customer_id) });
}

async function kyc(send: Send, code: string): Promise<void> {
  const row = `/v1/kyc/${code}/{customer_id}`;
  const customerIn = async (company_country: string): Promise<string> => {
    const { json } = await send(`POST ${CUSTOMERS}`, [], { body: customerBody({ company_country }) });
    return json.customer_id;
  };
  const own = await customerIn(code);
  const other = await customerIn(code === 'hk' ? 'my' : 'hk');
  await send(`PUT ${row}`, [own], {
    body: kycBody({ operating_address: kycBody()['registered_address'] }),
  });
  await send(`GET ${row}`, [own]);
  await send(`GET ${row}`, [other]);
  await send(`PUT ${row}`, [other], { body: kycBody() });
  await send(`PUT ${row}`, [own], { body: kycBody({ isic: 'none', legal_name: null }) });
}

async function documents(send: Send, customerId: string, later: (seconds: number) => void): Promise<void> {
  const row = '/v1/kyc/documents/{customer_id}/{document_id}';
  const upload = (body: FormData) => send(`POST ${DOCUMENTS}`, [customerId], { body });
  const { json } = await upload(uploadForm('nar1', [pdf('one'), pdf('two')]));
  for (const form of badUploads()) await upload(form);
  await send(`GET ${DOCUMENTS}`, [customerId]);
  const [first] = json.files;
  const found = await send(`GET ${row}`, [customerId, first.document_id]);
  const { search } = new URL(found.json.url);
  const download = (query: string, headers: Readonly<Record<string, string>> = {}) =>
    send('GET /v1/files/{document_id}', [first.document_id], { query, headers });
  await download(search);
  await download(search, { range: 'bytes=2-4' });
  await download(search, { range: 'bytes=5000-' });
  await download(`${search}0`);
  await upload(uploadForm('nar1', [pdf('three')]));
  await download(search);
  later(301);
  await download(search);
}

/** One for each thing that can be wrong with an upload. */
function badUploads(): FormData[] {
  const one = (change: (form: FormData) => void): FormData => {
    const form = uploadForm('nar1', [pdf()]);
    change(form);
    return form;
  };
  const described = (file: Readonly<Record<string, unknown>>, name = 'file') =>
    one((form) => form.set('metadata', JSON.stringify({ type: 'nar1', files: { [name]: file } })));
  const file = { filename: 'a', mime_type: 'application/pdf', hash: '0'.repeat(64) };
  return [
    one((form) => form.append('metadata', '{}')),
    one((form) => form.set('metadata', '{')),
    one((form) => form.set('metadata', '{}')),
    one((form) => form.append('file', new Blob(['x']), 'x')),
    one((form) => form.append('file1', new Blob(['x']), 'x')),
    one((form) => form.delete('file')),
    one((form) => form.delete('metadata')),
    described(file),
    described(file, 'file10'),
    described({ ...file, hash: 'short' }),
  ];
}

async function settlements(send: Send, customerId: string): Promise<void> {
  const fund = (changes = {}) =>
    send(`POST ${SETTLEMENTS}`, [], { body: settlementBody(customerId, changes) });
  const ofCustomer = '/v1/customers/{customer_id}/instant-settlements';
  for (const [method, row] of [
    ['PUT', `${SETTLEMENT}/decision`],
    ['POST', `${SETTLEMENT}/decision`],
    ['PUT', '/v1/instant-settlement/{funding_id}/decision'],
    ['POST', '/v1/instant-settlement/{funding_id}/decision'],
  ] as const) {
    const ids = [(await fund()).json.funding_id];
    await send(`${method} ${row}`, ids, { body: { type: 'reject' } });
    const decision = { body: { type: 'reject', reason: 'Too dear' }, headers: { 'idempotency-key': ids[0] } };
    await send(`${method} ${row}`, ids, decision);
    await send(`${method} ${row}`, ids, decision);
    await send(`${method} ${row}`, ids, { body: { type: 'accept' } });
    await send(`GET ${SETTLEMENT}`, ids);
    await send(`GET ${ofCustomer}/{funding_id}`, [customerId, ...ids]);
  }
  await fund({ currency: 'EUR', amount: 0, settlement_period: 91 });
  await fund({ account_refund_rate: null });
  await fund({ customer_id: 'cus_none' });
  for (const query of ['', '?limit=1', '?status=rejected&currency=HKD', '?status=none', '?offset=1.5']) {
    await send(`GET ${SETTLEMENTS}`, [], { query });
    await send(`GET ${ofCustomer}`, [customerId], { query });
  }
}

/** A settlement whose money was sent, its repayments and the statements. */
async function repayments(recorder: Recorder, fixture: TestGateway): Promise<void> {
  const partner = await fixture.partner({ reports_repayments: true });
  const operator = await fixture.key(partner.partnerId, { role: 'operator' });
  const send = recorder.by(fixture, partner.authorization);
  const customerId = await partner.completeCustomer('HK');
  const made = await send(`POST ${SETTLEMENTS}`, [], { body: settlementBody(customerId) });
  const ids = [made.json.funding_id];
  const reports = `${SETTLEMENT}/repayments`;
  const report = (changes = {}) =>
    send(`POST ${reports}`, ids, { body: { amount: 5, source: 'transfer', ...changes } });
  await report();
  await send(`PUT ${SETTLEMENT}/decision`, ids, { body: { type: 'accept' } });
  const disburse = 'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "1") { id } }';
  await operator.graphql(disburse, { id: ids[0] });
  const first = await report({ reference: 'A 1' });
  await report({ reference: 'A 1' });
  await report({ amount: 0 });
  const repayment = [first.json.repayment_id];
  const one = '/v1/repayments/{repayment_id}';
  await send(`GET ${one}`, repayment);
  await send(`POST ${one}/cancel`, repayment);
  await send(`GET ${one}`, repayment);
  await send(`POST ${one}/cancel`, repayment);
  for (let count = 0; count <= OPEN_REPORTS_MAX; count += 1) await report({ reference: String(count) });
  for (const query of ['', '?limit=1', '?status=cancelled', '?status=none'])
    await send(`GET ${reports}`, ids, { query });
  for (const query of ['', '?limit=1', '?from=none'])
    await send(`GET ${SETTLEMENT}/statement`, ids, { query });
  for (const query of ['', '?currency=HKD', '?currency=HKD&limit=1'])
    await send('GET /v1/statement', [], { query });
}

const ENDPOINTS = '/v1/webhook-endpoints';
const ENDPOINT = '/v1/webhook-endpoints/{webhook_endpoint_id}';
const DELIVERY = '/v1/webhook-deliveries/{webhook_delivery_id}';

async function webhooks(send: Send, fixture: TestGateway): Promise<void> {
  const body = { url: 'https://93.184.216.34/hooks', event_types: ['customer.created'] };
  const create = () => send(`POST ${ENDPOINTS}`, [], { body });
  const made = await create();
  const ids = [made.json.webhook_endpoint_id];
  await send(`POST ${ENDPOINTS}`, [], { body: { ...body, url: 'https://10.0.0.1/' } });
  await send(`GET ${ENDPOINTS}`);
  await send(`GET ${ENDPOINTS}`, [], { query: '?limit=1' });
  await send(`GET ${ENDPOINT}`, ids);
  await send(`PUT ${ENDPOINT}`, ids, { body: { ...body, ordering: 'subject' } });
  await send(`PUT ${ENDPOINT}`, ids, { body: { ...body, url: 'nowhere' } });
  await send(`POST ${ENDPOINT}/rotate-secret`, ids);
  await send(`POST ${ENDPOINT}/rotate-secret`, ids, { body: { overlap_hours: 1 } });
  await send(`POST ${ENDPOINT}/replay`, ids, { body: { after: FIRST_CURSOR, only: 'all' } });
  await send('POST /v1/customers', [], { body: customerBody() });
  await fixture.relay();
  const deliveries = await send(`GET ${ENDPOINT}/deliveries`, ids);
  await send(`GET ${ENDPOINT}/deliveries`, ids, { query: '?status=none' });
  const delivery = [deliveries.json.items[0].webhook_delivery_id];
  await send(`GET ${DELIVERY}`, delivery);
  await send(`POST ${DELIVERY}/retry`, delivery);
  // An address that no request may go to, so that the attempt ends at once.
  await fixture.gateway.database.writes
    .updateTable('webhook_endpoint')
    .set({ url: 'https://10.0.0.1/' })
    .execute();
  await send(`POST ${ENDPOINT}/test`, ids);
  await send(`PUT ${ENDPOINT}`, ids, { body: { ...body, status: 'disabled' } });
  await send(`POST ${DELIVERY}/retry`, delivery);
  await send(`POST ${ENDPOINT}/replay`, ids, { body: { after: FIRST_CURSOR, only: 'all' } });
  await send(`DELETE ${ENDPOINT}`, ids);
  await send(`DELETE ${ENDPOINT}`, ids);
  await send(`GET ${DELIVERY}`, delivery);
  for (const row of ['rotate-secret', 'test', 'replay']) {
    const sent = row === 'replay' ? { body: { after: FIRST_CURSOR, only: 'all' } } : {};
    await send(`POST ${ENDPOINT}/${row}`, ids, sent);
  }
  await send(`GET ${ENDPOINT}/deliveries`, ids);
  for (let count = 0; count < 11; count += 1) await create();
  const [other] = (await send(`GET ${ENDPOINTS}`)).json.items;
  await fixture.gateway.database.writes
    .updateTable('webhook_endpoint')
    .set({ status: 'disabled', disabled_reason: 'operator' })
    .execute();
  await send(`PUT ${ENDPOINT}`, [other.webhook_endpoint_id], { body: { ...body, status: 'enabled' } });
}

const FIRST_CURSOR = cursorAfter(0);
