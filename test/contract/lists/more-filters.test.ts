import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customerBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { CUSTOMERS, SETTLEMENTS, walkByCursor, walkByLink } from './walks.ts';

let now = new Date('2026-03-01T10:00:00Z');
let fixture: TestGateway;
let partner: TestPartner;
let stranger: TestPartner;
const customers: string[] = [];
const made: {
  readonly id: string;
  readonly customer: string;
  readonly at: string;
  readonly currency: string;
}[] = [];
const NAMES = [
  'Harbour Trading',
  'harbour & Söhne',
  'HARBOUR',
  'Straße AG',
  'ÖRTLI',
  'Örtli',
  '１２３ Ｌｔｄ',
  'Other',
];

beforeAll(async () => {
  fixture = await openTestGateway({}, () => now);
  partner = await fixture.partner();
  stranger = await fixture.partner();
  customers.push(await partner.completeCustomer('HK'), await partner.completeCustomer('HK'));
  for (const company_name of NAMES) {
    const body = customerBody({ company_name, external_customer_id: company_name.slice(0, 2) });
    await partner.rest('POST', '/v1/customers', body);
    await stranger.rest('POST', '/v1/customers', body);
  }
  for (let at = 0; at < 12; at += 1) {
    now = new Date(`2026-03-${10 + Math.floor(at / 3)}T10:00:0${at % 3}.500Z`);
    const customer = customers[at % 2] ?? '';
    const currency = at % 4 === 0 ? 'MYR' : 'HKD';
    const { json } = await partner.rest(
      'POST',
      '/v1/instant-settlements',
      settlementBody(customer, { currency }),
    );
    made.push({ id: json.funding_id, customer, at: json.created_at, currency });
  }
  await decide(0, 'accept');
  await decide(1, 'reject');
});
afterAll(() => fixture.close());

const decide = (at: number, type: string) =>
  partner.rest('PUT', `/v1/instant-settlements/${made[at]?.id}/decision`, { type, reason: 'because' });

describe('customers whose name begins with a text', () => {
  const named = async (beginning: string) => {
    const filter = { company_name: beginning };
    const { ids, counts } = await walkByLink(partner, CUSTOMERS, { limit: 2, filter });
    const graphql = await walkByCursor(partner, CUSTOMERS, {
      size: 2,
      from: 'oldest',
      filter: `{ companyName: ${JSON.stringify(beginning)} }`,
    });
    expect(graphql.ids).toEqual(ids);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(new Set([...counts, ...graphql.counts])).toEqual(new Set([ids.length]));
    const names = await Promise.all(
      ids.map(async (id) => (await partner.rest('GET', `/v1/customers/${id}`)).json.company_name),
    );
    return names.toSorted();
  };

  test.each([
    ['harbour &', ['harbour & Söhne']],
    ['HARBOUR & SÖ', ['harbour & Söhne']],
    ['örtl', ['ÖRTLI', 'Örtli']],
    ['STRASSE', ['Straße AG']],
    ['strass', ['Straße AG']],
    ['123 ltd', ['１２３ Ｌｔｄ']],
    ['none', []],
    ['%', []],
    ['arbour', []],
  ])('%j', async (beginning, expected) => {
    expect(await named(beginning)).toEqual(expected.toSorted());
  });

  test('of several pages', async () => {
    expect(await named('HARB')).toHaveLength(5);
  });

  test('and who have this external id', async () => {
    const { json } = await partner.rest('GET', '/v1/customers?company_name=har&external_customer_id=Ha');
    expect(json).toMatchObject({ count: 1, items: [{ company_name: 'Harbour Trading' }] });
  });

  test('by the name that they have now', async () => {
    const body = customerBody({ company_name: 'Before' });
    const { json } = await partner.rest('POST', '/v1/customers', body);
    await partner.rest('PUT', `/v1/customers/${json.customer_id}`, { ...body, company_name: 'After' });
    expect([await named('before'), await named('after')]).toEqual([[], ['After']]);
  });
});

describe('settlements', () => {
  const found = async (filter: Readonly<Record<string, string>>, graphql: string, list = SETTLEMENTS) => {
    const rest = await walkByLink(partner, list, { limit: 2, filter });
    for (const from of ['newest', 'oldest'] as const) {
      const walked = await walkByCursor(partner, list, { size: 3, from, filter: graphql });
      expect(walked.ids).toEqual(rest.ids);
      expect(new Set(walked.counts)).toEqual(new Set(rest.counts));
    }
    expect(new Set(rest.counts)).toEqual(new Set([rest.ids.length]));
    return rest.ids;
  };
  type Made = (typeof made)[number];
  const expected = (keep: (each: Made, at: number) => boolean) =>
    made
      .filter(keep)
      .map(({ id }) => id)
      .toReversed();

  test('in any of several statuses', async () => {
    expect(await found({ status: 'accepted,rejected' }, '{ status: [ACCEPTED, REJECTED] }')).toEqual(
      expected((_, at) => at < 2),
    );
    expect(await found({ status: 'approved,accepted' }, '{ status: [ACCEPTED, APPROVED] }')).toEqual(
      expected((_, at) => at !== 1),
    );
    expect(await found({ status: 'rejected' }, '{ status: REJECTED }')).toEqual(
      expected((_, at) => at === 1),
    );
  });

  test('of one customer', async () => {
    const [first = ''] = customers;
    expect(await found({ customer_id: first }, `{ customerId: "${first}" }`)).toEqual(
      expected(({ customer }) => customer === first),
    );
    expect(
      await found(
        { customer_id: first, currency: 'MYR', status: 'accepted,approved' },
        `{ customerId: "${first}", currency: "MYR", status: [ACCEPTED, APPROVED] }`,
      ),
    ).toEqual(expected(({ customer, currency }) => customer === first && currency === 'MYR'));
  });

  test('of a customer of another partner, or of no customer, are not found', async () => {
    const { json } = await stranger.rest('GET', '/v1/customers?limit=1');
    const other = await stranger.completeCustomer('HK');
    await stranger.rest('POST', '/v1/instant-settlements', settlementBody(other));
    for (const id of [other, json.items[0].customer_id, 'any', 'null', '*', 'cus_x'])
      expect(await found({ customer_id: id }, `{ customerId: "${id}" }`)).toEqual([]);
  });

  test.each([
    ['2026-03-11', '2026-03-12'],
    ['2026-03-11T10:00:01Z', '2026-03-12T10:00:01Z'],
    ['2026-03-11T10:00:01.900Z', '2026-03-12T18:00:01+08:00'],
    ['2026-03-11T10:00:01Z', '2026-03-11T10:00:01Z'],
    ['2026-03-12T10:00:01Z', '2026-03-11T10:00:01Z'],
    ['2027-01-01', '2027-12-31'],
    ['0001-01-01', '9999-12-31'],
  ])('created from %s until %s', async (from, until) => {
    const start = from.length === 10 ? `${from}T00:00:00Z` : `${new Date(from).toISOString().slice(0, 19)}Z`;
    const end = until.length === 10 ? `${until}T23:59:59Z` : `${new Date(until).toISOString().slice(0, 19)}Z`;
    const within = ({ at }: Made) => at >= start && at <= end;
    const rest = { created_from: from, created_until: until };
    const graphql = `createdFrom: "${from}", createdUntil: "${until}"`;
    expect(await found(rest, `{ ${graphql} }`)).toEqual(expected(within));
    expect(
      await found(
        { ...rest, status: 'approved,rejected', currency: 'HKD' },
        `{ ${graphql}, status: [APPROVED, REJECTED], currency: "HKD" }`,
      ),
    ).toEqual(expected((each, at) => within(each) && at !== 0 && each.currency === 'HKD'));
    const [first = ''] = customers;
    const nested = { ...SETTLEMENTS, path: `/v1/customers/${first}/instant-settlements` };
    const ofFirst = await walkByLink(partner, nested, { limit: 2, filter: rest });
    const theirs = expected((each) => within(each) && each.customer === first);
    expect(ofFirst.ids).toEqual(theirs);
    expect(new Set(ofFirst.counts)).toEqual(new Set([theirs.length]));
    const asked = await partner.graphql(
      `{ customer(id: "${first}") { instantSettlements(first: 100, filter: { ${graphql} }) { totalCount nodes { id } } } }`,
    );
    const node = asked.json.data.customer;
    expect(node.instantSettlements.nodes.map(({ id }: { id: string }) => id)).toEqual(theirs);
    expect(node.instantSettlements.totalCount).toBe(theirs.length);
  });

  test('from either side alone', async () => {
    expect(await found({ created_from: '2026-03-12' }, '{ createdFrom: "2026-03-12" }')).toEqual(
      expected(({ at }) => at >= '2026-03-12'),
    );
    expect(
      await found({ created_until: '2026-03-10T10:00:01Z' }, '{ createdUntil: "2026-03-10T10:00:01Z" }'),
    ).toEqual(expected(({ at }) => at <= '2026-03-10T10:00:01Z'));
  });

  test('the list of a customer takes no customer beside the one of its path', async () => {
    const [first = '', second = ''] = customers;
    const path = `/v1/customers/${first}/instant-settlements?customer_id=${second}`;
    const { status, json } = await partner.rest('GET', path);
    expect([status, json.error.code, json.error.param]).toEqual([400, 'parameter_unknown', 'customer_id']);
  });

  test('from the first moment of a calendar until the last one, in any time zone', async () => {
    const [from, until] = ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00'];
    expect(
      await found(
        { created_from: from, created_until: until },
        `{ createdFrom: "${from}", createdUntil: "${until}" }`,
      ),
    ).toEqual(expected(() => true));
  });

  const MOMENT = 'must be a timestamp such as';
  test.each([
    ['status=bogus', 'status', 'must be one'],
    ['status=approved,bogus', 'status', 'must be one'],
    ['status=approved,approved,', 'status', 'must be one'],
    ['status=', 'status', 'must be one'],
    ['currency=EUR', 'currency', 'must be one'],
    ['created_from=yesterday', 'created_from', MOMENT],
    ['created_from=2026-02-30', 'created_from', MOMENT],
    ['created_until=2026-03-01T25:00:00Z', 'created_until', MOMENT],
    ['limit=2.5', 'limit', 'must be an integer from 1 to 100'],
  ])('refuse %s and say what would be right', async (query, param, right) => {
    const { status, json } = await partner.rest('GET', `/v1/instant-settlements?${query}`);
    expect([status, json.error.code, json.error.param]).toEqual([400, 'parameter_invalid', param]);
    expect(json.error.message).toContain(right);
  });

  test.each([
    ['[]', 'status must have at least one status.'],
    ['FORGOTTEN', 'status must be one of SUBMITTED,'],
    ['[SUBMITTED, FORGOTTEN]', 'status must be one of SUBMITTED,'],
  ])('refuse status: %s in words of GraphQL, and once', async (status, right) => {
    const { json } = await partner.graphql(
      `{ instantSettlements(filter: { status: ${status} }) { totalCount } }`,
    );
    expect(json.errors).toHaveLength(1);
    expect(json.errors[0].message).toContain(right);
    expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'status' });
    expect(json.errors[0].extensions).not.toHaveProperty('errors');
  });

  test.each(['literal', 'variable'])(
    'refuse a null in the list of statuses, in a %s, at its place',
    async (how) => {
      const { json } =
        how === 'literal'
          ? await partner.graphql('{ instantSettlements(filter: { status: [DENIED, null] }) { totalCount } }')
          : await partner.graphql(
              'query ($status: [InstantSettlementStatus!]) { instantSettlements(filter: { status: $status }) { totalCount } }',
              { status: ['DENIED', null] },
            );
      expect(json.errors).toMatchObject([
        {
          message: 'status[1] is required.',
          extensions: { code: 'parameter_missing', param: 'status[1]' },
        },
      ]);
      expect(json.errors[0].extensions).not.toHaveProperty('errors');
    },
  );
});
