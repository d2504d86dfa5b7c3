import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServicing } from '../servicing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
/** A settlement of each state, on 3 April 2026. */
let of: Readonly<Record<string, string>>;
beforeAll(async () => {
  fixture = await openServicing();
  const submitted = await fixture.submit();
  const overdue = await fixture.fund();
  const writtenOff = await fixture.fund();
  fixture.waitDays(3);
  const dueSoon = await fixture.fund();
  fixture.waitDays(29);
  const current = await fixture.fund();
  await fixture.change('writeOffInstantSettlement', writtenOff, 'code: FRAUD, reason: "gone"');
  of = { submitted, overdue, writtenOff, dueSoon, current };
});
afterAll(() => fixture.close());

const nameOf = (id: string) => Object.entries(of).find(([, each]) => each === id)?.[0];

/** The names of the settlements that a list has, and its count. */
async function list(query: string, path = '/v1/instant-settlements') {
  const { status, json } = await fixture.partner.rest('GET', `${path}?${query}`);
  expect([status, json.error]).toEqual([200, undefined]);
  const names = json.items.map(({ funding_id }: { funding_id: string }) => nameOf(funding_id));
  expect(json.count).toBe(names.length);
  return names;
}

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['servicing_state=overdue', ['overdue']],
  ['servicing_state=due_soon', ['dueSoon']],
  ['servicing_state=current', ['current']],
  ['servicing_state=written_off', ['writtenOff']],
  ['servicing_state=settled', []],
  ['servicing_state=overdue,due_soon', ['dueSoon', 'overdue']],
  [
    'servicing_state=written_off,settled,overdue,due_soon,current',
    ['current', 'dueSoon', 'writtenOff', 'overdue'],
  ],
  ['servicing_state=overdue&status=repaid', []],
  ['servicing_state=overdue&currency=JPY', []],
  ['due_from=2026-04-02', ['current', 'dueSoon']],
  ['due_until=2026-04-01', ['writtenOff', 'overdue']],
  ['due_from=2026-04-02&due_until=2026-04-30', ['dueSoon']],
  ['updated_from=2026-04-03', ['current', 'writtenOff']],
  ['updated_from=2026-04-03&status=funded&servicing_state=current', ['current']],
];

test.each(CASES)('%s selects %j, and counts them', async (query, names) => {
  expect(await list(query)).toEqual(names);
  expect(await list(query, `/v1/customers/${fixture.customerId}/instant-settlements`)).toEqual(names);
});

describe('in GraphQL', () => {
  test('the filters have the names of GraphQL, in both lists', async () => {
    const filter =
      '(filter: {servicingState: [OVERDUE, DUE_SOON], dueFrom: "2026-04-01", updatedFrom: "2026-03-01T00:00:00Z"})';
    const { json } = await fixture.partner.graphql(`{
      instantSettlements${filter} { totalCount nodes { id } }
      customer(id: "${fixture.customerId}") { instantSettlements${filter} { totalCount nodes { id } } }
    }`);
    expect(json.errors).toBeUndefined();
    const expected = { totalCount: 2, nodes: [{ id: of['dueSoon'] }, { id: of['overdue'] }] };
    expect(json.data).toEqual({ instantSettlements: expected, customer: { instantSettlements: expected } });
    const until = await fixture.partner.graphql(
      '{ instantSettlements(filter: {dueUntil: "2026-04-01", servicingState: [OVERDUE]}) { nodes { id } } }',
    );
    expect(until.json.data.instantSettlements.nodes).toEqual([{ id: of['overdue'] }]);
  });

  test('operators see overdue settlements, and outstanding amounts by age', async () => {
    const { json } = await fixture.operator.graphql(`{
      workList {
        overdueSettlements { totalCount nodes { id } edges { cursor } }
        settlementsWithOldExcess { totalCount nodes { id } }
      }
      settlementOverview { outstanding {
        ages { currency daysMin daysMax count amount }
        claims { currency count amount }
      } }
    }`);
    expect(json.errors).toBeUndefined();
    expect(json.data.workList).toEqual({
      overdueSettlements: {
        totalCount: 1,
        nodes: [{ id: of['overdue'] }],
        edges: [{ cursor: `overdue.2026-04-01.${of['overdue']}` }],
      },
      settlementsWithOldExcess: { totalCount: 0, nodes: [] },
    });
    const { ages, claims } = json.data.settlementOverview.outstanding;
    expect(ages).toHaveLength(8);
    expect(ages.slice(0, 3)).toEqual([
      { currency: 'HKD', daysMin: 0, daysMax: 0, count: 2, amount: '22000000' },
      { currency: 'HKD', daysMin: 1, daysMax: 7, count: 1, amount: '11000000' },
      { currency: 'HKD', daysMin: 8, daysMax: 30, count: 0, amount: '0' },
    ]);
    expect(claims).toEqual([{ currency: 'HKD', count: 1, amount: '11000000' }]);
  });
});

test.each([
  ['servicing_state=late', 'servicing_state'],
  ['due_from=2026-02-30', 'due_from'],
  ['updated_from=yesterday', 'updated_from'],
])('%s is refused, naming %s', async (query, param) => {
  const { json } = await fixture.partner.rest('GET', `/v1/instant-settlements?${query}`);
  expect([json.error.code, json.error.param]).toEqual(['parameter_invalid', param]);
});
