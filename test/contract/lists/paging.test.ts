import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { CUSTOMERS, walkByCursor, walkByLink, walkByOffset } from './walks.ts';

const TOTAL = 23;

let fixture: TestGateway;
let partner: TestPartner;
const newestFirst: string[] = [];

async function addCustomer(changes = {}): Promise<string> {
  const { json } = await partner.rest('POST', '/v1/customers', customerBody(changes));
  return json.customer_id;
}

beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  for (let made = 0; made < TOTAL; made += 1) newestFirst.unshift(await addCustomer());
  const stranger = await fixture.partner();
  await stranger.rest('POST', '/v1/customers', customerBody());
});
afterAll(() => fixture.close());

const size = fc.integer({ min: 1, max: TOTAL + 2 });

describe('all pages together have every item once, newest first', () => {
  test('by offset', async () => {
    await fc.assert(
      fc.asyncProperty(size, async (limit) => {
        const { ids, counts } = await walkByOffset(partner, CUSTOMERS, limit);
        expect(ids).toEqual(newestFirst);
        expect(new Set(counts)).toEqual(new Set([TOTAL]));
      }),
      { numRuns: 15 },
    );
  });

  test('by Link header', async () => {
    await fc.assert(
      fc.asyncProperty(size, async (limit) => {
        const { ids, counts } = await walkByLink(partner, CUSTOMERS, { limit });
        expect(ids).toEqual(newestFirst);
        expect(counts).toHaveLength(Math.ceil(TOTAL / limit));
      }),
      { numRuns: 15 },
    );
  });

  test.each(['newest', 'oldest'] as const)('by cursor from the %s on', async (from) => {
    await fc.assert(
      fc.asyncProperty(size, async (first) => {
        const { ids, counts } = await walkByCursor(partner, CUSTOMERS, { size: first, from });
        expect(ids).toEqual(newestFirst);
        expect(new Set(counts)).toEqual(new Set([TOTAL]));
        expect(counts).toHaveLength(Math.ceil(TOTAL / first));
      }),
      { numRuns: 15 },
    );
  });

  test('a page between two cursors has the items between them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(TOTAL - 1), fc.nat(TOTAL - 1), size, async (newer, older, first) => {
        const query = `query ($after: String, $before: String, $first: Int) {
          customers(first: $first, after: $after, before: $before) { nodes { id } }
        }`;
        const variables = { after: newestFirst[newer], before: newestFirst[older], first };
        const { json } = await partner.graphql(query, variables);
        const ids = json.data.customers.nodes.map(({ id }: { id: string }) => id);
        expect(ids).toEqual(newestFirst.slice(newer + 1, Math.max(older, newer + 1)).slice(0, first));
      }),
      { numRuns: 30 },
    );
  });
});

test('the default page has ten items, and the whole says how many there are', async () => {
  const { json, headers } = await partner.rest('GET', '/v1/customers');
  expect(json.items).toHaveLength(10);
  expect(json.count).toBe(TOTAL);
  expect(headers.get('link')).toContain(`starting_after=${newestFirst[9]}`);
  const found = await partner.graphql('{ customers { nodes { id } } }');
  expect(found.json.data.customers.nodes).toHaveLength(10);
});

test('the Link keeps limit and filters, drops the offset, and is absent on the last page', async () => {
  const external = '?external_customer_id=ext-1';
  const { headers } = await partner.rest('GET', `/v1/customers${external}&limit=5&offset=5`);
  const next = new URL(/<(.+)>/.exec(headers.get('link') ?? '')?.[1] ?? '');
  expect(Object.fromEntries(next.searchParams)).toEqual({
    external_customer_id: 'ext-1',
    limit: '5',
    starting_after: newestFirst[9],
  });
  const last = await partner.rest('GET', `/v1/customers?limit=5&offset=${TOTAL - 5}`);
  expect(last.json.items).toHaveLength(5);
  expect(last.headers.get('link')).toBeNull();
});

test('a client that sends the defaults of the OpenAPI document too gets the next page', async () => {
  const { json: document } = await partner.rest('GET', '/v1/openapi.json');
  const query = new URLSearchParams({ starting_after: newestFirst[9] ?? '' });
  for (const { name, schema } of document.paths['/v1/customers'].get.parameters)
    if (schema?.default !== undefined) query.set(name, `${schema.default}`);
  expect([...query.keys()]).toEqual(['starting_after', 'limit', 'offset']);
  const { json, headers } = await partner.rest('GET', `/v1/customers?${query}`);
  expect(json.items.map((item: { customer_id: string }) => item.customer_id)).toEqual(
    newestFirst.slice(10, 20),
  );
  expect(headers.get('link')).toContain(`?starting_after=${newestFirst[19]}&limit=10>`);
});

test('beyond the end there is an empty page, not an error', async () => {
  const { status, json } = await partner.rest('GET', '/v1/customers?offset=1000000');
  expect([status, json.items, json.count]).toEqual([200, [], TOTAL]);
});

test('the length of a list is read only if it is selected', async () => {
  const { json } = await partner.graphql('{ customers(first: 1) { nodes { id } } }');
  expect(json.data.customers).toEqual({ nodes: [{ id: newestFirst[0] }] });
});

test.each([
  ['first: 0', 'first'],
  ['first: 101', 'first'],
  ['last: -1', 'last'],
  ['first: 1, last: 1', 'last'],
  ['after: "x"', 'after'],
  ['before: "fun_01k00000000000000000000000"', 'before'],
  ['after: ""', 'after'],
])('customers(%s) is refused and %s is named', async (bounds, param) => {
  const { json } = await partner.graphql(`{ customers(${bounds}) { nodes { id } } }`);
  expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param });
});

describe('while customers are added, pages by position still have each older customer once', () => {
  let before: readonly string[];
  async function there() {
    before = (await walkByLink(partner, CUSTOMERS, { limit: 100 })).ids;
  }

  test('by Link header', async () => {
    await there();
    const { ids } = await walkByLink(partner, CUSTOMERS, { limit: 4, between: () => addCustomer() });
    expect(ids).toEqual(before);
  });

  test('by cursor from the newest on', async () => {
    await there();
    const between = () => addCustomer();
    expect((await walkByCursor(partner, CUSTOMERS, { size: 7, from: 'newest', between })).ids).toEqual(
      before,
    );
  });

  test('by cursor from the oldest on, which also finds later items', async () => {
    await there();
    let added = 0;
    const between = async () => (added += 1) <= 2 && addCustomer();
    const { ids } = await walkByCursor(partner, CUSTOMERS, { size: 20, from: 'oldest', between });
    expect(ids.slice(-before.length)).toEqual(before);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
