import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COUNTED_MAX } from '../../../src/pipeline/rows/counted-rows.ts';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { onPostgres } from '../../support/postgres/databases.ts';

/** Customers with a common name, which is more than are counted. */
const COMMON = COUNTED_MAX + 1;

/** More customers than a search for a common name looks at one by one. */
const WALKED = 5_001;

/** So many that their ids end with nearly every character. */
const PARTNERS = 100;

let fixture: TestGateway;
let partner: TestPartner;
let operator: Awaited<ReturnType<TestGateway['key']>>;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  operator = await fixture.key(partner.partnerId, { role: 'operator' });
  const { json } = await partner.rest('POST', '/v1/customers', customerBody({ company_name: 'Harbour 0' }));
  await copy(json.customer_id, COMMON - 1);
  for (const company_name of ['River 1', 'River 2'])
    await partner.rest('POST', '/v1/customers', customerBody({ company_name }));
});
afterAll(() => fixture.close());

/** Copies a customer, which takes less time than creating each. With `cus_0` the copies are older than all others. */
async function copy(id: string, copies: number, name = 'Harbour', prefix = 'cus_0'): Promise<void> {
  const padded = onPostgres() ? sql`lpad(n::text, 25, '0')` : sql`printf('%025d', n)`;
  await sql`
    with recursive series(n) as (select 1 union all select n + 1 from series where n < ${copies})
    insert into customer (id, partner_id, external_customer_id, contact_email, contact_name, contact_phone, contact_country,
      company_name, company_country, company_sector, created_at, updated_at, company_name_folded)
    select ${prefix} || ${padded}, partner_id, 'common', contact_email, contact_name, contact_phone, contact_country,
      ${name} || ' ' || n, company_country, company_sector, created_at, updated_at, upper(${name}) || ' ' || n
    from series, customer where id = ${id}`.execute(fixture.gateway.database.writes);
}

const namesOf = (items: readonly { company_name: string }[]) => items.map(({ company_name }) => company_name);

test('a count of more than 10,000 customers with a filter stops there and says so', async () => {
  for (const filter of ['company_name=harb', 'external_customer_id=common']) {
    const { json } = await partner.rest('GET', `/v1/customers?limit=1&${filter}`);
    const whole = filter.startsWith('company_name')
      ? { count: 10_000, count_is_at_least: true }
      : { count: 10_000 };
    expect({ ...json, items: undefined }).toEqual({ items: undefined, ...whole });
  }
  const few = await partner.rest('GET', '/v1/customers?limit=1&company_name=river');
  expect(few.json).toEqual({ items: [expect.anything()], count: 2 });
});

test('GraphQL says so too, to partners and to operators', async () => {
  const query = `query ($name: String) { customers(first: 1, filter: { companyName: $name }) {
    totalCount totalCountIsAtLeast } }`;
  for (const reader of [partner, operator]) {
    const many = await reader.graphql(query, { name: 'harbour' });
    expect(many.json.data.customers).toEqual({ totalCount: 10_000, totalCountIsAtLeast: true });
    const few = await reader.graphql(query, { name: 'river' });
    expect(few.json.data.customers).toEqual({ totalCount: 2, totalCountIsAtLeast: false });
  }
});

test('pages of a common name come newest first, and skip and repeat nothing', async () => {
  const first = await partner.rest('GET', '/v1/customers?limit=2&company_name=harb');
  expect(namesOf(first.json.items)).toEqual(['Harbour 0', `Harbour ${COMMON - 1}`]);
  const after = first.json.items[1].customer_id;
  const second = await partner.rest('GET', `/v1/customers?limit=2&company_name=harb&starting_after=${after}`);
  expect(namesOf(second.json.items)).toEqual([`Harbour ${COMMON - 2}`, `Harbour ${COMMON - 3}`]);
  const skipped = await partner.rest('GET', '/v1/customers?limit=1&company_name=harb&offset=3');
  expect(namesOf(skipped.json.items)).toEqual([`Harbour ${COMMON - 3}`]);
  const last = await partner.rest('GET', `/v1/customers?limit=2&company_name=harb&offset=${COMMON - 1}`);
  expect(namesOf(last.json.items)).toEqual(['Harbour 1']);
  const all = await operator.graphql(
    '{ customers(last: 2, filter: { companyName: "harb" }) { nodes { companyName } pageInfo { hasPreviousPage } } }',
  );
  expect(all.json.data.customers).toEqual({
    nodes: [{ companyName: 'Harbour 2' }, { companyName: 'Harbour 1' }],
    pageInfo: { hasPreviousPage: true },
  });
});

test('customers with a common name are found behind very many newer ones with another name', async () => {
  const { json } = await partner.rest('POST', '/v1/customers', customerBody({ company_name: 'Quay 0' }));
  await copy(json.customer_id, WALKED, 'Quay', 'cus_7');
  const found = await partner.rest('GET', '/v1/customers?limit=1&company_name=harb');
  expect(namesOf(found.json.items)).toEqual(['Harbour 0']);
});

test('an operator finds the customers of a name with every partner, in whichever part of the index of names it is', async () => {
  const partners = await Promise.all(Array.from({ length: PARTNERS }, () => fixture.partner()));
  const made = partners.map((each) =>
    each.rest('POST', '/v1/customers', customerBody({ company_name: 'Lantern' })),
  );
  expect((await Promise.all(made)).map(({ status }) => status)).toEqual(partners.map(() => 200));
  const { json } = await operator.graphql(
    '{ customers(first: 100, filter: { companyName: "lantern" }) { totalCount nodes { partner { id } } } }',
  );
  const { totalCount, nodes } = json.data.customers;
  const found = nodes.map((each: { partner: { id: string } }) => each.partner.id);
  expect({ totalCount, found: found.toSorted() }).toEqual({
    totalCount: PARTNERS,
    found: partners.map(({ partnerId }) => partnerId).toSorted(),
  });
});
