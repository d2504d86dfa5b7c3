import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkListFixture, pageOf, walk, type WorkListFixture } from './work-list-fixture.ts';

/** In minor units, in the order of their submissions. */
const AMOUNTS = [500, 900, 500, 100, 700];

let fixture: WorkListFixture;
let ids: string[];
/** The moment of the third submission. */
let third: string;
beforeAll(async () => {
  fixture = await openWorkListFixture();
  const partner = await fixture.funded({ review: 'manual' });
  const other = await fixture.funded({ review: 'manual' });
  ids = [];
  for (const [at, amount] of AMOUNTS.entries()) {
    if (at === 2) third = fixture.now();
    ids.push(await (at === 1 ? other : partner).ask('HKD', amount));
    fixture.later(60);
  }
  ids.push(await partner.ask('JPY', 9_999_999));
});
afterAll(() => fixture.close());

const inOrder = (...places: readonly number[]) => places.map((at) => ids[at] ?? '');
const QUEUE = 'settlementsToReview';
const IN_HKD = '{ currency: "HKD" }';

test.each([
  { order: 'URGENT', filter: '{}', places: [0, 1, 2, 3, 4, 5] },
  { order: 'NEWEST', filter: '{}', places: [5, 4, 3, 2, 1, 0] },
  { order: 'NEWEST', filter: IN_HKD, places: [4, 3, 2, 1, 0] },
  // Of the same amount the one that was made last comes first.
  { order: 'LARGEST', filter: IN_HKD, places: [1, 4, 2, 0, 3] },
])('waiting settlements in the order $order with $filter have pages from both ends', async (row) => {
  const { order, filter, places } = row;
  for (const from of ['start', 'end'] as const)
    for (const size of [1, 2])
      expect(
        await walk(fixture.operator, QUEUE, { size, from, order, filter }),
        `${size} from the ${from}`,
      ).toEqual(inOrder(...places));
});

test('waiting settlements of all partners are narrowed to an amount and an age, with their number', async () => {
  const filtered = (filter: string) => pageOf(fixture.operator, QUEUE, `first: 100, filter: ${filter}`);
  const large = await filtered('{ currency: "HKD", amountMin: 500, amountMax: 700 }');
  expect(large).toMatchObject({ ids: inOrder(0, 2, 4), totalCount: 3 });
  const old = await filtered(`{ waitingSince: "${third}" }`);
  expect(old).toMatchObject({ ids: inOrder(0, 1, 2), totalCount: 3 });
  const both = await filtered(`{ currency: "HKD", amountMin: 600, waitingSince: "${third}" }`);
  expect(both).toMatchObject({ ids: inOrder(1), totalCount: 1 });
});

test('the largest amount keeps its place in the pages after it has left the queue', async () => {
  const partner = await fixture.funded({ review: 'manual' });
  const own: string[] = [];
  for (const amount of [300, 200, 100]) own.push(await partner.ask('USD', amount));
  const filter = `filter: { currency: "USD" }, order: LARGEST`;
  const first = await pageOf(fixture.operator, QUEUE, `first: 1, ${filter}`);
  await fixture.operator.graphql(`mutation { approveInstantSettlement(id: "${own[0]}") { status } }`);
  const next = await pageOf(fixture.operator, QUEUE, `first: 1, after: "${first.endCursor}", ${filter}`);
  expect(next.ids).toEqual([own[1]]);
});

test.each([
  { args: 'order: LARGEST', code: 'parameter_missing', says: /currency is required/ },
  {
    args: 'filter: { amountMin: 5 }',
    code: 'parameter_missing',
    says: /currency is required/,
  },
  {
    args: 'filter: { currency: "HKD", amountMin: 0 }',
    code: 'parameter_invalid',
    says: /must be an integer from 1/,
  },
])('a queue refuses $args', async ({ args, code, says }) => {
  const { json } = await fixture.operator.graphql(`{ workList { ${QUEUE}(${args}) { nodes { id } } } }`);
  expect(json.errors[0].extensions.code).toBe(code);
  expect(JSON.stringify(json.errors[0])).toMatch(says);
});

test('a cursor of another order is refused', async () => {
  const { endCursor } = await pageOf(fixture.operator, QUEUE, 'first: 1');
  const { json } = await fixture.operator.graphql(
    `{ workList { ${QUEUE}(after: "${endCursor}", order: NEWEST) { nodes { id } } } }`,
  );
  expect(json.errors[0].extensions.code).toBe('parameter_invalid');
  expect(JSON.stringify(json.errors[0])).toContain('must be a cursor of a list in this order');
});
