import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';

const EVENTS = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: EventFilter) {
  events(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
    pageInfo { startCursor endCursor }
    nodes { id }
  }
}`;

let fixture: TestGateway;
let partner: TestPartner;
/** The key of the partner, as an actor. */
let key: string;
let operator: Awaited<ReturnType<TestGateway['key']>>;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  const other = await fixture.partner();
  operator = await fixture.key(other.partnerId, { role: 'operator' });
  for (let made = 0; made < 3; made += 1) {
    await createCustomers(partner, 2);
    await createCustomers(other, 1);
    await partner.completeCustomer();
  }
  const created = fixture.gateway.database.reads
    .selectFrom('event')
    .select('actor')
    .where('type', '=', 'kyc.created');
  key = (await created.where('partner_id', '=', partner.partnerId).executeTakeFirstOrThrow()).actor;
});
afterAll(() => fixture.close());

/** More than the pages of any list here, so that a list without an end fails. */
const PAGES_MAX = 200;

type Asking = Pick<TestPartner, 'graphql'>;

/** The ids of all pages of a size, one page after the other, from the newest on or from the oldest on. */
async function paged(caller: Asking, size: number, from: 'newest' | 'oldest', filter: object) {
  const pages: string[][] = [];
  for (let at: string | null = null; ;) {
    const page = from === 'newest' ? { first: size, after: at } : { last: size, before: at };
    const { json } = await caller.graphql(EVENTS, { ...page, filter });
    const { nodes, pageInfo } = json.data.events;
    if (nodes.length === 0 || pages.length > PAGES_MAX)
      return (from === 'newest' ? pages : pages.toReversed()).flat();
    pages.push(nodes.map(({ id }: { id: string }) => id));
    at = from === 'newest' ? pageInfo.endCursor : pageInfo.startCursor;
  }
}

/** The ids of the events of a partner of some types, newest first, from the table itself. */
async function stored(of: string | null, types: readonly string[]): Promise<readonly string[]> {
  const rows = await fixture.gateway.database.reads
    .selectFrom('event')
    .select(['id', 'type', 'partner_id'])
    .execute();
  return rows
    .filter(
      ({ type, partner_id }) =>
        (of === null || partner_id === of) && (types.length === 0 || types.includes(type)),
    )
    .map(({ id }) => id)
    .toSorted()
    .toReversed();
}

const TYPES = ['customer.created', 'kyc.created'];
const SHOWN = ['CUSTOMER_CREATED', 'KYC_CREATED'];

test.each<[string, () => Asking, () => object, () => Promise<readonly string[]>]>([
  ['of a partner', () => partner, () => ({}), () => stored(partner.partnerId, [])],
  ['of its creations', () => partner, () => ({ types: SHOWN }), () => stored(partner.partnerId, TYPES)],
  [
    'of its keys',
    () => partner,
    () => ({ actor: key, types: SHOWN }),
    () => stored(partner.partnerId, TYPES),
  ],
  ['of all creations', () => operator, () => ({ types: SHOWN }), () => stored(null, TYPES)],
  ['of a type', () => operator, () => ({ types: ['KYC_CREATED'] }), () => stored(null, ['kyc.created'])],
])('pages of any size have each event %s once, in one order', async (_, caller, filter, all) => {
  const expected = await all();
  expect(expected.length).toBeGreaterThan(10);
  for (const size of [1, 2, 3, 5, 100]) {
    expect(await paged(caller(), size, 'newest', filter())).toEqual(expected);
    expect(await paged(caller(), size, 'oldest', filter())).toEqual(expected);
  }
});
