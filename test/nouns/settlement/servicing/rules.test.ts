import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import { openServicing } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof openServicing>>;

let fixture: Fixture;
let admin: Fixture['operator'];
beforeEach(async () => {
  fixture = await openServicing();
  admin = await fixture.key(fixture.partner.partnerId, { role: 'operator', scopes: ['read', 'admin'] });
});
afterEach(() => fixture.close());

async function set(mutation: string): Promise<void> {
  const { json } = await admin.graphql(`mutation { ${mutation} { updatedAt } }`);
  expect(json.errors).toBeUndefined();
}
const ofPartner = (input: string) =>
  set(`updatePartner(id: "${fixture.partner.partnerId}", input: ${input})`);

describe.each([
  // It is to be paid by 1 April.
  [0, '2026-03-31', '2026-04-01'],
  [3, '2026-03-28', '2026-03-29'],
  [30, '2026-03-01', '2026-03-02'],
])('with %i days of notice', (days, before, since) => {
  test('a payment is due soon from that day on: in its view, in lists, and by one event', async () => {
    await ofPartner(`{ dueNoticeDays: ${days} }`);
    const id = await fixture.fund();
    const shown = async () => {
      const list = await fixture.partner.rest('GET', '/v1/instant-settlements?servicing_state=due_soon');
      return [(await fixture.servicing(id)).state, list.json.count];
    };
    const seen = async (day: string) => {
      fixture.onDay(day);
      // Readers see it before the clock has written it.
      const unwritten = await shown();
      await runHousekeeping(fixture.gateway);
      expect(await shown()).toEqual(unwritten);
      const events = (await fixture.trail()).filter((type) => type === 'funding.due_soon');
      return [...unwritten, events.length];
    };
    expect(await seen(before)).toEqual(['current', 0, 0]);
    expect(await seen(since)).toEqual(['due_soon', 1, 1]);
  });
});

test('a fee that is earned at the payout is income at once, and a loss if it is written off', async () => {
  await set('updateProviderSettings(input: { feeRecognition: AT_DISBURSEMENT })');
  const [paid, lost] = [await fixture.fund(), await fixture.fund()];
  const payout = [
    'disbursement · 2026-03-02 · principal_receivable 10000000 · fee_receivable 1000000 · cash -10000000 · fee_unearned -1000000',
    'fee_earned · 2026-03-02 · fee_unearned 1000000 · fee_income -1000000',
  ];
  fixture.onDay('2026-04-01');
  await fixture.record(paid, 11_000_000, '2026-04-01');
  await fixture.change('writeOffInstantSettlement', lost, 'code: DISPUTE');
  expect(await fixture.journal(paid)).toEqual([
    ...payout,
    'repayment · 2026-04-01 · cash 11000000 · fee_receivable -1000000 · principal_receivable -10000000',
  ]);
  expect(await fixture.journal(lost)).toEqual([
    ...payout,
    'write_off · 2026-04-01 · principal_loss 10000000 · fee_loss 1000000 · principal_receivable -10000000 · fee_receivable -1000000',
  ]);
});

test('a small difference is given up in its own currency only', async () => {
  await set('updateProviderSettings(input: { smallDifference: [{ currency: "HKD", amount: 900 }] })');
  const yen = await fixture.accept({ currency: 'JPY' });
  await fixture.change('disburseInstantSettlement', yen, 'reference: "payment 7"');
  const dollars = await fixture.fund();
  for (const id of [yen, dollars]) await fixture.record(id, 10_999_100, '2026-03-02');
  expect((await fixture.read(dollars)).status).toBe('repaid');
  expect(await fixture.read(yen)).toMatchObject({ status: 'funded', servicing: { outstanding: 900 } });
});

test('the terms of an approval stay, whatever its partner has agreed on after it', async () => {
  const approved = async (order: string) => {
    await ofPartner(`{ repaymentOrder: ${order} }`);
    return fixture.accept();
  };
  const [feeFirst, principalFirst] = [await approved('FEE_FIRST'), await approved('PRINCIPAL_FIRST')];
  await ofPartner('{ repaymentOrder: FEE_FIRST, interestRate: { default: 0.5 } }');
  for (const id of [feeFirst, principalFirst]) {
    await fixture.change('disburseInstantSettlement', id, 'reference: "payment 7"');
    await fixture.record(id, 400_000, '2026-03-02');
  }
  // A tenth for 30 days is 1.2166666667 a year.
  const terms = { interest_rate: 0.1, fee: 1_000_000, annual_rate: 1.2166666667, settlement_period: 30 };
  expect(await fixture.read(feeFirst)).toMatchObject({
    ...terms,
    repayment_order: 'fee_first',
    servicing: { fee_outstanding: 600_000, principal_outstanding: 10_000_000 },
  });
  expect(await fixture.read(principalFirst)).toMatchObject({
    ...terms,
    repayment_order: 'principal_first',
    servicing: { fee_outstanding: 1_000_000, principal_outstanding: 9_600_000 },
  });
});

test('the division of a later repayment stays when an earlier one goes back', async () => {
  const id = await fixture.fund();
  const first = await fixture.record(id, 600_000, '2026-03-02');
  const second = await fixture.record(id, 700_000, '2026-03-02');
  await fixture.reverse(first);
  const { json } = await fixture.partner.rest('GET', `/v1/repayments/${second}`);
  expect(json.allocated).toEqual({ principal: 300_000, fee: 400_000, excess: 0, recovery: 0 });
  expect(await fixture.servicing(id)).toMatchObject({
    fee_outstanding: 600_000,
    principal_outstanding: 9_700_000,
    paid: 700_000,
  });
});

test('excess that is held for more than thirty days is work for operators', async () => {
  const id = await fixture.fund();
  fixture.onDay('2026-03-10');
  await fixture.record(id, 11_000_500, '2026-03-09');
  const old = async (day: string) => {
    fixture.onDay(day);
    const query = '{ workList { settlementsWithOldExcess { totalCount nodes { id } } } }';
    return (await fixture.operator.graphql(query)).json.data.workList.settlementsWithOldExcess;
  };
  expect(await old('2026-04-09')).toEqual({ totalCount: 0, nodes: [] });
  expect(await old('2026-04-10')).toEqual({ totalCount: 1, nodes: [{ id }] });
  await fixture.change('refundExcess', id, 'amount: 500');
  expect(await old('2026-04-10')).toEqual({ totalCount: 0, nodes: [] });
});

test('a refund of excess is undone by its entry, once, and the excess is held again', async () => {
  const { fund, change, record, entries, servicing, journal, operator } = fixture;
  const id = await fund();
  await record(id, 11_000_500, '2026-03-02');
  await change('refundExcess', id, 'amount: 300, reason: "paid back"');
  const refund = (await entries(id)).find(({ kind }) => kind === 'refund');
  const undo = () =>
    operator.graphql('mutation ($id: ID!) { undoEntry(entryId: $id, reason: "it came back") { id } }', {
      id: refund?.id,
    });
  expect((await undo()).json.errors).toBeUndefined();
  expect((await undo()).json.errors[0].extensions.code).toBe('conflict');
  expect(await servicing(id)).toMatchObject({ excess: 500, outstanding: 0, state: 'settled' });
  expect((await journal(id)).slice(-2)).toEqual([
    'refund · 2026-03-02 · excess_payable 300 · cash -300',
    'refund_undone · 2026-03-02 · cash 300 · excess_payable -300',
  ]);
  expect((await fixture.trail()).slice(-2)).toEqual(['funding.excess_refunded', 'funding.balance_changed']);
});

test('what a partner reports after a write-off is confirmed as a recovery', async () => {
  const { fund, change, servicing, partner, operator } = fixture;
  const id = await fund();
  const allow = `mutation { updatePartner(id: "${partner.partnerId}", input: { reportsRepayments: true }) { id } }`;
  expect((await operator.graphql(allow)).json.errors).toBeUndefined();
  await change('writeOffInstantSettlement', id, 'code: OTHER');
  const report = { amount: 600, source: 'instalment', reference: 'late' };
  const { json } = await partner.rest('POST', `/v1/instant-settlements/${id}/repayments`, report);
  expect(await servicing(id)).toMatchObject({ reported: 600, claim: 11_000_000 });
  const confirm = `mutation { confirmRepayment(id: "${json.repayment_id}") { allocated { recovery } } }`;
  expect((await operator.graphql(confirm)).json.data.confirmRepayment.allocated).toEqual({ recovery: 600 });
  expect(await servicing(id)).toMatchObject({ reported: 0, claim: 10_999_400, paid: 600 });
});
