import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../../../src/kernel/caller.ts';
import { execute } from '../../../../src/pipeline/execute.ts';
import { listExposureOfCustomers } from '../../../../src/nouns/settlement/list/customer-exposure.operations.ts';
import { planOf } from '../../../support/database/plan-of.ts';
import { openTestGateway, settlementBody, type TestGateway } from '../../../support/gateway.ts';
import { onPostgres } from '../../../support/postgres/databases.ts';

/** 2^53 - 1, the largest amount of a request without a fee. */
const LARGEST = 9_007_199_254_740_991;
const MONTH_MS = 31 * 86_400_000;

let fixture: TestGateway;
let operator: Awaited<ReturnType<TestGateway['key']>>;
let now = new Date('2026-03-01T00:00:00Z');
beforeAll(async () => {
  fixture = await openTestGateway({}, () => now);
  operator = await fixture.key((await fixture.partner()).partnerId, { role: 'operator' });
});
afterAll(() => fixture.close());

const EXPOSURE = `exposure {
  currency outstanding outstandingCount committed committedCount claims claimsCount largestFunded }`;
const NO_CLAIMS = { claims: '0', claimsCount: 0 };

async function exposureOf(customerId: string) {
  const { json } = await operator.graphql(`query ($id: ID!) { customer(id: $id) { ${EXPOSURE} } }`, {
    id: customerId,
  });
  expect(json.errors).toBeUndefined();
  return json.data.customer.exposure;
}

async function openCustomer(rate = 0) {
  const partner = await fixture.partner({ interest_rate: { default: rate } });
  const customerId = await partner.completeCustomer();
  const offer = async (amount: number, currency = 'HKD'): Promise<string> => {
    const body = settlementBody(customerId, { amount, currency });
    return (await partner.rest('POST', '/v1/instant-settlements', body)).json.funding_id;
  };
  const accept = async (amount: number, currency?: string) => {
    const id = await offer(amount, currency);
    await partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
    return id;
  };
  const fund = async (amount: number, currency?: string) => {
    const id = await accept(amount, currency);
    await operate(`disburseInstantSettlement(id: "${id}", reference: "1")`);
    return id;
  };
  return { ...partner, customerId, offer, accept, fund };
}

async function operate(field: string) {
  const { json } = await operator.graphql(`mutation { ${field} { status } }`);
  expect(json.errors).toBeUndefined();
}

test('a customer that was sent nothing and has no offer has no exposure', async () => {
  const { customerId, offer } = await openCustomer();
  await operate(`withdrawInstantSettlement(id: "${await offer(500)}", reason: "no")`);
  expect(await exposureOf(customerId)).toEqual([]);
});

test('money that was sent is outstanding until it comes back, and stays the largest amount', async () => {
  const { customerId, fund } = await openCustomer();
  await fund(700);
  const repaid = await fund(1_100);
  await fund(123, 'JPY');
  await operate(`repayInstantSettlement(id: "${repaid}")`);
  expect(await exposureOf(customerId)).toEqual([
    {
      currency: 'HKD',
      outstanding: '700',
      outstandingCount: 1,
      committed: '0',
      committedCount: 0,
      ...NO_CLAIMS,
      largestFunded: 1_100,
    },
    {
      currency: 'JPY',
      outstanding: '123',
      outstandingCount: 1,
      committed: '0',
      committedCount: 0,
      ...NO_CLAIMS,
      largestFunded: 123,
    },
  ]);
});

test('offers are committed while they are open or accepted, and a lapsed one is not', async () => {
  const { customerId, offer, accept } = await openCustomer();
  await offer(30);
  await accept(4);
  const committed = {
    currency: 'HKD',
    outstanding: '0',
    outstandingCount: 0,
    ...NO_CLAIMS,
    largestFunded: null,
  };
  expect(await exposureOf(customerId)).toEqual([{ ...committed, committed: '34', committedCount: 2 }]);
  now = new Date(now.getTime() + MONTH_MS);
  expect(await exposureOf(customerId)).toEqual([{ ...committed, committed: '4', committedCount: 1 }]);
});

test('fees are part of the committed and the outstanding amounts', async () => {
  const { customerId, accept, fund } = await openCustomer(0.1);
  await accept(1_005);
  await fund(2_004, 'JPY');
  expect(await exposureOf(customerId)).toMatchObject([
    { currency: 'HKD', committed: '1106', outstanding: '0' },
    { currency: 'JPY', committed: '0', outstanding: '2204', largestFunded: 2_004 },
  ]);
});

test('sums are exact beyond the integers that a number of JSON holds', async () => {
  const { customerId, fund } = await openCustomer();
  for (const amount of [LARGEST, LARGEST, LARGEST]) await fund(amount);
  expect(await exposureOf(customerId)).toMatchObject([
    { outstanding: '27021597764222973', outstandingCount: 3, largestFunded: LARGEST },
  ]);
});

test('the exposure of the customers of a page is theirs alone, and a partner does not see it', async () => {
  const first = await openCustomer();
  await first.fund(50);
  const second = await openCustomer();
  const { json } = await operator.graphql(
    `{ customers(first: 2) { nodes { id exposure { outstanding } } } }`,
  );
  expect(json.data.customers.nodes).toEqual([
    { id: second.customerId, exposure: [] },
    { id: first.customerId, exposure: [{ outstanding: '50' }] },
  ]);
  const refused = await first.graphql(`{ customers { nodes { exposure { outstanding } } } }`);
  expect(refused.json.errors[0].extensions.code).toBe('permission_denied');
});

test('it is summed from the settlements of the customer alone, by an index', async () => {
  const { customerId } = await openCustomer();
  const call = {
    caller: commandLine,
    requestId: 'test',
    ids: {},
    input: { customer_ids: [customerId, 'cus_2'] },
  };
  const { plan } = await planOf(fixture, (gateway) => execute(gateway, listExposureOfCustomers, call));
  // PostgreSQL reads a table of a few rows as a whole; `nouns/work-list/scans.test.ts` has many.
  if (!onPostgres())
    expect(plan[0]).toContain('INDEX instant_settlement_outstanding (customer_id=? AND status=?');
});
