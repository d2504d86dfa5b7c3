import {
  customerBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

/** A clock that stands still, so that two answers differ only in their subject. */
const NOW = new Date('2026-03-04T05:06:07Z');

export type TwoPartners = Awaited<ReturnType<typeof openTwoPartners>>;

/** Each kind of id that a client may send. */
export type IdKind =
  | 'customer'
  | 'document'
  | 'funding'
  | 'repayment'
  | 'entry'
  | 'event'
  | 'partner'
  | 'webhookEndpoint'
  | 'webhookDelivery';

type TestKey = Awaited<ReturnType<TestGateway['key']>>;

/** A report of a repayment, which needs a settlement whose money was sent. */
async function reportedRepayment(owner: TestPartner, operator: TestKey, funding: string): Promise<string> {
  const path = `/v1/instant-settlements/${funding}`;
  await owner.rest('PUT', `${path}/decision`, { type: 'accept' });
  const disburse = 'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "1") { id } }';
  await operator.graphql(disburse, { id: funding });
  const { json } = await owner.rest('POST', `${path}/repayments`, { amount: 5, source: 'transfer' });
  return json.repayment_id;
}

/** A partner who calls, and another partner who owns the requested records. */
export async function openTwoPartners() {
  const {
    gateway,
    partner,
    key: newKey,
    fetch,
    relay,
    close,
  } = await openTestGateway({ SANDBOX: 'on' }, () => NOW);
  const reports = { reports_repayments: true };
  const [caller, owner] = [await partner(reports), await partner(reports)];
  const operator = await newKey(owner.partnerId, { role: 'operator' });
  const customer = await owner.completeCustomer('HK');
  const settlement = await owner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  const repayment = await reportedRepayment(owner, operator, settlement.json.funding_id);
  const documents = await owner.rest('GET', `/v1/kyc/documents/${customer}`);
  const own = await caller.completeCustomer('HK');
  await caller.rest('POST', '/v1/instant-settlements', settlementBody(own));

  const hooks = { url: 'https://93.184.216.34/hooks', event_types: ['*'] };
  const endpoint = await owner.rest('POST', '/v1/webhook-endpoints', hooks);
  const renamed = customerBody({ company_name: 'Peak Trading' });
  await owner.rest('PUT', `/v1/customers/${customer}`, renamed);
  // Separately, so that no delivery of the caller has an id between the ids of the owner.
  await relay();
  await caller.rest('POST', '/v1/webhook-endpoints', hooks);
  await caller.rest('PUT', `/v1/customers/${own}`, renamed);
  await relay();
  const deliveries = `/v1/webhook-endpoints/${endpoint.json.webhook_endpoint_id}/deliveries`;
  const delivery = await owner.rest('GET', deliveries);

  const event = await gateway.database.reads
    .selectFrom('event')
    .select('id')
    .where('subject', '=', `kyc/${customer}`)
    .where('sequence', '=', 5)
    .executeTakeFirstOrThrow();

  const entry = await gateway.database.reads
    .selectFrom('ledger_entry')
    .select('id')
    .where('partner_id', '=', owner.partnerId)
    .where('kind', '=', 'disbursement')
    .executeTakeFirstOrThrow();

  const strangers: Readonly<Record<IdKind, string>> = {
    customer,
    document: documents.json.nar1[0].document_id,
    funding: settlement.json.funding_id,
    repayment,
    entry: entry.id,
    event: event.id,
    partner: owner.partnerId,
    webhookEndpoint: endpoint.json.webhook_endpoint_id,
    webhookDelivery: delivery.json.items[0].webhook_delivery_id,
  };

  /** Every row of every table that a request could change. */
  async function everything(): Promise<string> {
    const tables = [
      'partner',
      'customer',
      'kyc_record',
      'document',
      'instant_settlement',
      'servicing',
      'ledger_entry',
      'repayment',
      'event',
      'counter',
      'webhook_endpoint',
      'webhook_delivery',
      'webhook_attempt',
      'webhook_replay',
    ] as const;
    const rows = tables.map((table) => gateway.database.reads.selectFrom(table).selectAll().execute());
    const blobs = await Array.fromAsync(gateway.blobs.list(), ({ key }) => key);
    return JSON.stringify([await Promise.all(rows), blobs.toSorted()]);
  }

  return { caller, owner, strangers, everything, fetch, close };
}
