import { KYC_COUNTRIES } from '../../support/kyc-countries.ts';
import { cursorAfter } from '../../../src/nouns/event/feed-cursor.ts';
import {
  customerBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

/** Stands still, so that signed URLs and times come out the same whenever they are made. */
const NOW = new Date('2026-03-04T05:06:07Z');

/** No program listens there, so every attempt fails at once. */
const DEAD_URL = 'http://127.0.0.1:1999/hooks';

/** An endpoint, a waiting delivery, and an attempted delivery. */
async function openWebhookRecords(gateway: TestGateway, partner: TestPartner) {
  /** An endpoint for a call. The endpoint of the last call is deleted, because a partner has at most ten. */
  let latest: string | null = null;
  const newEndpoint = async (): Promise<string> => {
    if (latest !== null) await partner.rest('DELETE', `/v1/webhook-endpoints/${latest}`);
    const body = { url: DEAD_URL, event_types: ['*'] };
    const { json } = await partner.rest('POST', '/v1/webhook-endpoints', body);
    latest = json.webhook_endpoint_id;
    return json.webhook_endpoint_id;
  };
  const body = { url: DEAD_URL, event_types: ['customer.created', 'kyc.created'] };
  const { json } = await partner.rest('POST', '/v1/webhook-endpoints', body);
  const endpoint: string = json.webhook_endpoint_id;
  await partner.rest('POST', '/v1/customers', customerBody());
  await gateway.relay();
  const test = await partner.rest('POST', `/v1/webhook-endpoints/${endpoint}/test`);
  const waiting = await partner.rest('GET', `/v1/webhook-endpoints/${endpoint}/deliveries?status=pending`);
  return {
    endpoint,
    newEndpoint,
    attempted: String(test.json.webhook_delivery_id),
    delivery: String(waiting.json.items[0].webhook_delivery_id),
    /** Of the beginning of the feed. */
    cursor: cursorAfter(0),
  };
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** A gateway with a partner, the keys that it may have, and some records in every state that a call needs. */
export async function openFixture() {
  const gateway = await openTestGateway({ WEBHOOK_ALLOW: '127.0.0.1', SANDBOX: 'on' }, () => NOW);
  const partner = await gateway.partner({ reports_repayments: true });
  const reader = await gateway.key(partner.partnerId, { scopes: ['read'] });
  const operator = await gateway.key(partner.partnerId, { role: 'operator' });

  const newCustomer = async (changes: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { json } = await partner.rest('POST', '/v1/customers', customerBody(changes));
    return json.customer_id;
  };
  const hk = await newCustomer();
  const customers = new Map<string, string>();
  for (const { code } of KYC_COUNTRIES) customers.set(code, await newCustomer({ company_country: code }));
  const complete = await partner.completeCustomer('HK');

  const newOffer = async (changes: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(complete, changes));
    return json.funding_id;
  };
  const offer = await newOffer();
  const accepted = await newOffer();
  await partner.rest('PUT', `/v1/instant-settlements/${accepted}/decision`, { type: 'accept' });
  /** A settlement whose money was sent. */
  const newFunded = async (): Promise<string> => {
    const id = await newOffer();
    await partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
    const disburse = 'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "1") { id } }';
    await operator.graphql(disburse, { id });
    return id;
  };
  const funded = await newFunded();
  const reportOn = async (id: string): Promise<string> => {
    const body = { amount: 74_500, source: 'transfer' };
    const { json } = await partner.rest('POST', `/v1/instant-settlements/${id}/repayments`, body);
    return json.repayment_id;
  };
  const report = await reportOn(funded);
  const documents = await partner.rest('GET', `/v1/kyc/documents/${complete}`);
  await gateway.relay();
  const document: string = documents.json.nar1[0].document_id;

  const webhooks = await openWebhookRecords(gateway, partner);

  /** The header of the key of another partner, for a call that would change this one. */
  const newPartner = async (): Promise<Readonly<Record<string, string>>> => {
    const other = await gateway.partner();
    return { authorization: other.authorization };
  };

  return {
    ...webhooks,
    newPartner,
    callers: { partner, reader, operator },
    newCustomer,
    newOffer,
    newFunded,
    funded,
    report,
    newReport: async () => reportOn(await newFunded()),
    hk,
    /** A customer of a country, without KYC details. */
    customerIn: (code: string): string => customers.get(code) ?? '',
    complete,
    offer,
    accepted,
    document,
    close: gateway.close,
  };
}
