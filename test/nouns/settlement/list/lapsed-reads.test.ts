import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import { openStages, type Stages } from '../../../support/fixtures/settlement-stages.ts';

const DAY_MS = 86_400_000;
const STATUSES = ['submitted', 'approved', 'denied', 'accepted', 'approved,denied', 'denied,funded'];

let stages: Stages;
/** The offer that ends first. */
let lapsed: string;
let open: string;
beforeAll(async () => {
  stages = await openStages({ review: 'manual', offer_valid_days: 2 });
  lapsed = await stages.bring('approved');
  await stages.bring('denied');
  await stages.bring('accepted');
  stages.wait(DAY_MS);
  open = await stages.bring('approved');
});
afterAll(() => stages.close());

/** Everything that the partner and an operator see of settlements. */
async function seen() {
  const { partner, operator, customerId } = stages;
  const rest = async (path: string) => (await partner.rest('GET', path)).json;
  const lists = STATUSES.flatMap((status) =>
    ['', '&currency=HKD', '&created_from=2026-01-01'].flatMap((more) => [
      `/v1/instant-settlements?limit=100&status=${status}${more}`,
      `/v1/customers/${customerId}/instant-settlements?limit=100&status=${status}${more}`,
    ]),
  );
  const page =
    'totalCount nodes { id status denialReason updatedAt offerExpiresAt nextEvents { event } history { event at actor denialReason } }';
  const filters = STATUSES.map((status) => `filter: { status: [${status.toUpperCase()}] }`);
  const period = 'filter: { status: [DENIED], createdFrom: "2026-01-01T00:00:00Z" }';
  const graphql = [...filters, period].flatMap((filter) => [
    `{ instantSettlements(first: 20, ${filter}) { ${page} } }`,
    `{ customers(first: 1) { nodes { instantSettlements(first: 20, ${filter}) { ${page} } } } }`,
  ]);
  const { json: queue } = await operator.graphql(
    '{ workList { lapsingOffers { totalCount nodes { id } } soon: lapsingOffers(filter: { until: "2026-03-09" }) { totalCount } } }',
  );
  return {
    single: await rest(`/v1/instant-settlements/${lapsed}`),
    lists: await Promise.all(lists.map(rest)),
    graphql: await Promise.all(graphql.map(async (query) => (await partner.graphql(query)).json)),
    queue: queue.data.workList,
  };
}

test('a lapsed offer is shown as denied everywhere before the scheduler has written it, and the same afterwards', async () => {
  const { offer_expires_at } = (await seen()).single;
  stages.wait(Date.parse(offer_expires_at) - stages.now().getTime() - 1_000);
  const before = await seen();
  expect(before.single).toMatchObject({ status: 'approved', denial_reason: null });
  expect(before.queue).toMatchObject({ lapsingOffers: { totalCount: 2 }, soon: { totalCount: 2 } });

  stages.wait(1_000);
  const unwritten = await seen();
  expect(unwritten.single).toMatchObject({
    status: 'denied',
    denial_reason: 'offer_expired',
    offer_expires_at,
    updated_at: offer_expires_at,
  });
  const [submitted, approved, denied] = STATUSES.slice(0, 3).map((_, at) => unwritten.lists[at * 6]);
  expect(submitted.count).toBe(0);
  expect(approved.items.map(({ funding_id }: { funding_id: string }) => funding_id)).toEqual([open]);
  expect(denied.items.map(({ funding_id }: { funding_id: string }) => funding_id)).toContain(lapsed);
  expect([approved.count, denied.count]).toEqual([1, 2]);
  expect(unwritten.queue).toEqual({
    lapsingOffers: { totalCount: 1, nodes: [{ id: open }] },
    soon: { totalCount: 1 },
  });
  expect(JSON.stringify(unwritten.graphql)).not.toMatch(/error/i);

  await runHousekeeping(stages.gateway);
  expect(await seen()).toEqual(unwritten);
});

test('pages of denied settlements continue correctly, also with a lapsed offer that is not written yet', async () => {
  await stages.bring('denied');
  const offer = await stages.bring('approved');
  stages.wait(2 * DAY_MS);
  await stages.bring('denied');
  const whole = (await stages.partner.rest('GET', '/v1/instant-settlements?status=denied&limit=100')).json;
  const ids = whole.items.map(({ funding_id }: { funding_id: string }) => funding_id);
  expect(ids).toContain(offer);
  expect(ids).toEqual(ids.toSorted().toReversed());
  const walked: string[] = [];
  for (let path = '/v1/instant-settlements?status=denied&limit=1'; walked.length < ids.length;) {
    const { json } = await stages.partner.rest('GET', path);
    walked.push(json.items[0].funding_id);
    path = `/v1/instant-settlements?status=denied&limit=1&starting_after=${walked.at(-1)}`;
  }
  expect(walked).toEqual(ids);
  const { json: skipped } = await stages.partner.rest(
    'GET',
    '/v1/instant-settlements?status=denied&limit=2&offset=1',
  );
  expect(skipped.items.map(({ funding_id }: { funding_id: string }) => funding_id)).toEqual(ids.slice(1, 3));
  expect(skipped.count).toBe(ids.length);
});

test('a refused event says that a lapsed offer is denied, before and after the scheduler has written it', async () => {
  const id = await stages.bring('approved');
  const { offer_expires_at } = await stages.read(id);
  stages.wait(Date.parse(offer_expires_at) - stages.now().getTime());
  const said = async () =>
    Promise.all(
      (['approve', 'deny', 'disburse', 'revoke', 'repay', 'return'] as const).map(
        async (event) => (await stages.cause(event, id))?.json.errors[0].message,
      ),
    );
  const recorded = async () => {
    const asked = `mutation { recordRepayment(id: "${id}", input: { amount: 1, source: TRANSFER, reference: "payment 8" }) { id } }`;
    return (await stages.operator.graphql(asked)).json.errors[0].message;
  };
  const before = await said();
  expect(await recorded()).toBe(
    'The instant settlement is denied; a repayment needs it to be funded or repaid.',
  );
  expect(before).toEqual(before.map(() => expect.stringMatching(/^The instant settlement is denied; /)));
  await runHousekeeping(stages.gateway);
  expect(await said()).toEqual(before);
});
