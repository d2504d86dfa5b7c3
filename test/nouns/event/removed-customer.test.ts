import { afterAll, beforeAll, expect, test } from 'vitest';
import { relayAll } from '../../../src/trail/positions/relay.ts';
import { createCustomers, verify } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
let operator: Awaited<ReturnType<TestGateway['key']>>;
/** The ids of the two first events of a customer whose row was removed by SQL. */
let first: readonly string[];
let removed: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  operator = await fixture.key(partner.partnerId, { role: 'operator' });
  [, removed = ''] = await createCustomers(partner, 3);
  const { reads, writes } = fixture.gateway.database;
  const subjects = [`customer/${removed}`, `kyc/${removed}`];
  const events = await reads.selectFrom('event').select('id').where('subject', 'in', subjects).execute();
  first = events.map(({ id }) => id).toSorted();
  await relayAll(fixture.gateway);
  await writes.deleteFrom('customer').where('id', '=', removed).execute();
});
afterAll(() => fixture.close());

type Asking = Pick<TestPartner, 'graphql'>;

/** Which of these events a list has. */
async function listed(caller: Asking, filter: object) {
  const query = 'query ($filter: EventFilter) { events(first: 100, filter: $filter) { nodes { id } } }';
  const { json } = await caller.graphql(query, { filter });
  const ids: readonly string[] = json.data.events.nodes.map(({ id }: { id: string }) => id);
  expect(ids.length).toBeGreaterThan(0);
  return ids.filter((id) => first.includes(id)).toSorted();
}

test.each<[string, () => Asking, () => object]>([
  ['of its partner', () => partner, () => ({})],
  ['of its partner by types', () => partner, () => ({ types: ['CUSTOMER_CREATED', 'KYC_CREATED'] })],
  ['of operators by its partner', () => operator, () => ({ partnerId: partner.partnerId })],
])(
  'a list %s goes by customers, and misses the first events of one that is gone',
  async (_, caller, filter) => {
    expect(await listed(caller(), filter())).toEqual([]);
  },
);

test.each<[string, () => Asking, () => object, number]>([
  ['all events', () => operator, () => ({}), 2],
  ['all of a type', () => operator, () => ({ types: ['CUSTOMER_CREATED'] }), 1],
  ['those of the customer', () => partner, () => ({ subject: `customer/${removed}` }), 1],
])('a list of %s has them', async (_, caller, filter, events) => {
  expect(await listed(caller(), filter())).toHaveLength(events);
});

test('the feed and each event by its id have them', async () => {
  const feed = await partner.rest('GET', '/v1/events?limit=100');
  expect(feed.json.items.map(({ event_id }: { event_id: string }) => event_id)).toEqual(
    expect.arrayContaining([...first]),
  );
  for (const id of first) {
    const { json } = await partner.graphql('query ($id: ID!) { node(id: $id) { id } }', { id });
    expect(json.data.node).toEqual({ id });
  }
});

test('audit verify names the customer', async () => {
  const { findings } = await verify(fixture);
  expect(findings).toEqual([
    {
      fault: 'record_removed',
      subject: `customer/${removed}`,
      says: `The trail has events of customer/${removed}, which is gone.`,
    },
  ]);
});
