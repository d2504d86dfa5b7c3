import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServicing } from '../settlement/servicing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
let id: string;
let other: string;
beforeAll(async () => {
  fixture = await openServicing();
  id = await fixture.fund();
  await fixture.change('waiveFee', id, 'amount: 100, reason: "goodwill"');
  fixture.waitDays(1);
  other = await fixture.fund();
});
afterAll(() => fixture.close());

async function journal(args = ''): Promise<readonly string[]> {
  const { json } = await fixture.operator.graphql(
    `{ journal${args} { nodes { kind fundingId amount legs { account amount } } } }`,
  );
  expect(json.errors).toBeUndefined();
  return json.data.journal.nodes.map(
    ({
      kind,
      fundingId,
      legs,
    }: {
      kind: string;
      fundingId: string;
      legs: { account: string; amount: number }[];
    }) =>
      [
        kind,
        fundingId === id ? 'first' : 'second',
        ...legs.map((leg) => `${leg.account} ${leg.amount}`),
      ].join(' '),
  );
}

const WAIVER = 'WAIVER first FEE_WAIVED 100 FEE_RECEIVABLE -100';
const payout = (which: string) =>
  `DISBURSEMENT ${which} PRINCIPAL_RECEIVABLE 10000000 FEE_RECEIVABLE 1000000 CASH -10000000 FEE_UNEARNED -1000000`;

test('operators see the entries of all settlements with their legs, the newest first', async () => {
  expect(await journal()).toEqual([payout('second'), WAIVER, payout('first')]);
});

test.each([
  ['(filter: {account: FEE_WAIVED})', [WAIVER]],
  ['(filter: {account: FEE_INCOME})', []],
  ['(filter: {kind: WAIVER})', [WAIVER]],
  ['(filter: {postedFrom: "2026-03-03"})', [payout('second')]],
  ['(filter: {postedUntil: "2026-03-02"})', [WAIVER, payout('first')]],
  ['(filter: {currency: "JPY"})', []],
  ['(first: 1)', [payout('second')]],
])('%s selects %j', async (args, entries) => {
  expect(await journal(args)).toEqual(entries);
});

test('the entries of one settlement', async () => {
  expect(await journal(`(filter: {fundingId: "${other}"})`)).toEqual([payout('second')]);
});

test('a reason is shown to operators, and the journal is not shown to partners', async () => {
  const query = '{ journal(filter: {kind: WAIVER}) { nodes { reason mirrors } } }';
  const { json } = await fixture.operator.graphql(query);
  expect(json.data.journal.nodes).toEqual([{ reason: 'goodwill', mirrors: null }]);
  const refused = await fixture.partner.graphql(query);
  expect(refused.json.errors[0].extensions.code).toBe('permission_denied');
});
