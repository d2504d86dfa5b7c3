import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { settlementBody, type TestPartner } from '../../support/gateway.ts';
import { openWebhooks, type WebhookFixture } from '../../nouns/webhook/webhook-fixture.ts';

let fixture: WebhookFixture;
let ids: Readonly<Record<string, string>>;
let stranger: TestPartner;
let admin: TestPartner;
let reader: TestPartner;

const OTHER_OPERATOR = 'mutation { createOperator(input: { name: "Bo", scopes: [READ] }) { id } }';
const nodeOf = async (caller: Pick<TestPartner, 'graphql'>, id: string | undefined) =>
  (await caller.graphql('query ($id: ID!) { node(id: $id) { __typename id } }', { id })).json;

beforeAll(async () => {
  fixture = await openWebhooks();
  const { partner, newPartner, key } = fixture;
  stranger = await newPartner();
  const home = await newPartner();
  const first = await key(home.partnerId, { role: 'operator' });
  const operatorOf = async (scopes: readonly string[]) => {
    const { json } = await first.graphql(
      'mutation ($scopes: [Scope!]) { createOperator(input: { name: "Ann", scopes: $scopes }) { id } }',
      { scopes: scopes.map((scope) => scope.toUpperCase()) },
    );
    const operator_id = json.data.createOperator.id;
    return { operator_id, ...(await key(home.partnerId, { role: 'operator', operator_id, scopes })) };
  };
  const ofAdmin = await operatorOf(['read', 'write', 'admin']);
  const ofReader = await operatorOf(['read']);
  admin = { ...home, ...ofAdmin };
  reader = { ...home, ...ofReader };

  const customer = await partner.completeCustomer('HK');
  const settlement = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  // No program listens there, so the attempt fails at once.
  const endpoint = await fixture.subscribe(`http://127.0.0.1:${await freePort()}/hooks`);
  const tested = await partner.rest('POST', `/v1/webhook-endpoints/${endpoint.id}/test`);
  await fixture.relay();
  const replay = await partner.rest('POST', `/v1/webhook-endpoints/${endpoint.id}/replay`, {
    after: (await partner.rest('GET', '/v1/events?limit=1')).json.next_cursor,
    only: 'all',
  });
  const { webhook_delivery_id } = tested.json;
  const delivery = await partner.rest('GET', `/v1/webhook-deliveries/${webhook_delivery_id}`);
  const viewer = await partner.graphql('{ viewer { key { id } } }');
  const document = await partner.rest('GET', `/v1/kyc/documents/${customer}`);
  ids = {
    Partner: partner.partnerId,
    ApiKey: viewer.json.data.viewer.key.id,
    Customer: customer,
    HkKycRecord: customer.replace('cus_', 'kyc_'),
    Document: document.json.nar1[0].document_id,
    InstantSettlement: settlement.json.funding_id,
    Event: tested.json.event_id,
    WebhookEndpoint: endpoint.id,
    WebhookDelivery: webhook_delivery_id,
    WebhookAttempt: delivery.json.attempts[0].webhook_attempt_id,
    WebhookReplay: replay.json.webhook_replay_id,
    Operator: ofReader.operator_id,
  };
});
afterAll(() => fixture.close());

const OF_PARTNERS = [
  'Partner',
  'ApiKey',
  'Customer',
  'HkKycRecord',
  'Document',
  'InstantSettlement',
  'Event',
  'WebhookEndpoint',
  'WebhookDelivery',
  'WebhookAttempt',
  'WebhookReplay',
];

describe('node(id)', () => {
  test.each(OF_PARTNERS)('finds %s for its partner', async (type) => {
    expect(await nodeOf(fixture.partner, ids[type])).toEqual({
      data: { node: { __typename: type, id: ids[type] } },
    });
  });

  test.each([...OF_PARTNERS, 'Operator'])('finds %s for an operator', async (type) => {
    expect(await nodeOf(admin, ids[type])).toEqual({ data: { node: { __typename: type, id: ids[type] } } });
  });

  test.each([...OF_PARTNERS, 'Operator'])(
    'finds no %s of another partner or of the provider',
    async (type) => {
      expect(await nodeOf(stranger, ids[type])).toEqual({ data: { node: null } });
    },
  );

  test('finds for a partner the key of the request, and no other key and no operator', async () => {
    const { partner, key } = fixture;
    const second = await key(partner.partnerId);
    const ofProvider = await key(partner.partnerId, { role: 'operator' });
    expect(await nodeOf(partner, second.keyId)).toEqual({ data: { node: null } });
    expect(await nodeOf(partner, ofProvider.keyId)).toEqual({ data: { node: null } });
    expect(await nodeOf(partner, ids['Operator'])).toEqual({ data: { node: null } });
    const made = `{ events(filter: { subject: "key/${ofProvider.keyId}" }) { nodes { id } } }`;
    const [event] = (await admin.graphql(made)).json.data.events.nodes;
    expect(await nodeOf(admin, event.id)).toEqual({ data: { node: { __typename: 'Event', id: event.id } } });
    expect(await nodeOf(partner, event.id)).toEqual({ data: { node: null } });
  });

  test('finds an operator without the scope admin itself, and no other', async () => {
    const other = await admin.graphql(OTHER_OPERATOR);
    expect(await nodeOf(reader, ids['Operator'])).toEqual({
      data: { node: { __typename: 'Operator', id: ids['Operator'] } },
    });
    expect(await nodeOf(reader, other.json.data.createOperator.id)).toEqual({ data: { node: null } });
  });

  test('finds no event that is for operators only for the partner whose record was read', async () => {
    const customerId = ids['Customer'];
    const read = `query ($customerId: ID!) { kyc(customerId: $customerId) { ... on Kyc { directorsIdentityNumber { number } } } }`;
    expect((await admin.graphql(read, { customerId })).json.errors).toBeUndefined();
    const listed = '{ events(first: 1, filter: { types: [KYC_IDENTITY_READ] }) { nodes { id } } }';
    const [event] = (await admin.graphql(listed)).json.data.events.nodes;
    expect(await nodeOf(admin, event.id)).toEqual({ data: { node: { __typename: 'Event', id: event.id } } });
    expect(await nodeOf(fixture.partner, event.id)).toEqual({ data: { node: null } });
  });

  test.each(['', 'cus_', 'kyc_', 'nope_01', 'WebhookAttempt:1', `kyc_${'x'.repeat(300)}`])(
    'finds nothing for %j',
    async (id) => {
      expect(await nodeOf(fixture.partner, id)).toEqual({ data: { node: null } });
    },
  );
});

test('a replay that has ended is not found as a node', async () => {
  const { partner, subscribe, upkeep, relay } = fixture;
  const endpoint = await subscribe(`http://127.0.0.1:${await freePort()}/other`);
  await relay();
  const { json } = await partner.rest('POST', `/v1/webhook-endpoints/${endpoint.id}/replay`, {
    after: (await partner.rest('GET', '/v1/events?limit=1')).json.next_cursor,
    only: 'failed',
  });
  expect((await nodeOf(partner, json.webhook_replay_id)).data.node).not.toBeNull();
  await upkeep();
  expect(await nodeOf(partner, json.webhook_replay_id)).toEqual({ data: { node: null } });
});
