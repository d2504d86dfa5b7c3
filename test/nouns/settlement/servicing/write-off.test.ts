import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openServicing } from './fixture.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
let id: string;
beforeEach(async () => {
  fixture = await openServicing();
  // HKD 110,000.00 with the fee, from 2 March 2026; to be paid by 1 April.
  id = await fixture.fund();
});
afterEach(() => fixture.close());

const last = async (count: number) => (await fixture.journal(id)).slice(-count);

/** The types of the events of the settlement since a place, and how many there are. */
async function eventsSince(place: number): Promise<readonly string[]> {
  const rows = await fixture.gateway.database.reads
    .selectFrom('event')
    .select('type')
    .where('subject', '=', `funding/${id}`)
    .orderBy('sequence')
    .execute();
  return rows.slice(place).map(({ type }) => type);
}

async function undo(kind: string): Promise<void> {
  const entry = (await fixture.entries(id)).findLast((each) => each.kind === kind);
  const { json } = await fixture.operator.graphql(
    'mutation ($id: ID!) { undoEntry(entryId: $id, reason: "wrong case") { id } }',
    { id: entry?.id },
  );
  expect(json.errors).toBeUndefined();
}

test('excess that was paid back too early is written off with the principal, and owed again by the undo', async () => {
  const first = await fixture.record(id, 11_000_500, '2026-03-02');
  await fixture.change('refundExcess', id, 'amount: 500');
  await fixture.reverse(first);
  expect(await fixture.servicing(id)).toMatchObject({ refund_receivable: 500, outstanding: 11_000_500 });
  await fixture.change('writeOffInstantSettlement', id, 'code: OTHER');
  expect(await last(1)).toEqual([
    // The fee was earned when all was paid.
    'write_off · 2026-03-02 · principal_loss 10000500 · fee_loss 1000000 · principal_receivable -10000000 · fee_receivable -1000000 · refund_receivable -500',
  ]);
  expect(await fixture.servicing(id)).toMatchObject({
    refund_receivable: 0,
    outstanding: 0,
    claim: 11_000_500,
    written_off: { principal: 10_000_500, fee: 1_000_000 },
  });
  await undo('write_off');
  expect(await fixture.servicing(id)).toMatchObject({
    refund_receivable: 500,
    principal_outstanding: 10_000_000,
    fee_outstanding: 1_000_000,
    claim: 0,
    written_off: null,
  });
});

test('a refund that is owed is paid before principal and fee, in both orders, and is no part of what was paid', async () => {
  const order = (repaymentOrder: string) =>
    fixture.operator.graphql(
      'mutation ($id: ID!, $input: UpdatePartnerInput!) { updatePartner(id: $id, input: $input) { id } }',
      { id: fixture.partner.partnerId, input: { repaymentOrder } },
    );
  await order('PRINCIPAL_FIRST');
  const other = await fixture.fund();
  for (const settlement of [id, other]) {
    const first = await fixture.record(settlement, 11_000_500, '2026-03-02');
    await fixture.change('refundExcess', settlement, 'amount: 500');
    await fixture.reverse(first);
    await fixture.record(settlement, 700, '2026-03-02');
  }
  expect(await fixture.servicing(id)).toMatchObject({
    refund_receivable: 0,
    fee_outstanding: 999_800,
    principal_outstanding: 10_000_000,
    paid: 200,
  });
  expect(await fixture.servicing(other)).toMatchObject({
    refund_receivable: 0,
    fee_outstanding: 1_000_000,
    principal_outstanding: 9_999_800,
    paid: 200,
  });
});

describe('a claim', () => {
  beforeEach(async () => {
    fixture.onDay('2026-04-11');
    await fixture.change('writeOffInstantSettlement', id, 'code: INSOLVENCY');
  });

  test('is paid whole by one repayment, which is a recovery and makes the settlement repaid', async () => {
    const before = (await eventsSince(0)).length;
    expect(await fixture.refused('repayInstantSettlement', id, 'receivedOn: "2026-04-11"')).toBeNull();
    expect(await last(1)).toEqual(['recovery · 2026-04-11 · cash 11000000 · recovery -11000000']);
    expect(await eventsSince(before)).toEqual(['funding.balance_changed', 'funding.repaid']);
    expect(await fixture.read(id)).toMatchObject({
      status: 'repaid',
      servicing: { state: 'written_off', claim: 0, paid: 11_000_000, closed_on: '2026-04-11' },
    });
    // Nothing is left to be paid.
    expect(await fixture.refused('repayInstantSettlement', id)).toBe('funding_status_invalid');
  });

  test('counts the days past due until it was recovered, and no longer', async () => {
    fixture.onDay('2026-04-21');
    await fixture.record(id, 11_000_000, '2026-04-20');
    fixture.onDay('2026-05-30');
    expect(await fixture.servicing(id)).toMatchObject({ days_past_due: 19, closed_on: '2026-04-20' });
  });

  test('is owed again if its recovery goes back, and then nothing is written off twice', async () => {
    const paid = await fixture.record(id, 11_000_300, '2026-04-11');
    expect((await fixture.read(id)).status).toBe('repaid');
    const before = (await eventsSince(0)).length;
    await fixture.reverse(paid);
    expect(await last(1)).toEqual([
      'reversal · 2026-04-11 · recovery 11000000 · excess_payable 300 · cash -11000300',
    ]);
    expect(await eventsSince(before)).toEqual(['funding.balance_changed', 'funding.reopened']);
    expect(await fixture.read(id)).toMatchObject({
      status: 'funded',
      servicing: { claim: 11_000_000, outstanding: 0, paid: 0, excess: 0, closed_on: null },
    });
  });

  test('of which a part was recovered is undone only after that was reversed', async () => {
    const paid = await fixture.record(id, 1, '2026-04-11');
    const entry = (await fixture.entries(id)).find(({ kind }) => kind === 'write_off');
    const { json } = await fixture.operator.graphql(
      'mutation ($id: ID!) { undoEntry(entryId: $id, reason: "wrong case") { id } }',
      { id: entry?.id },
    );
    expect(json.errors[0].extensions.code).toBe('balance_insufficient');
    await fixture.reverse(paid);
    await undo('write_off');
    expect(await fixture.servicing(id)).toMatchObject({ state: 'overdue', outstanding: 11_000_000 });
  });
});

test('a write-off for another code, or without one, is refused by name', async () => {
  for (const args of ['code: BORED', 'code: "FRAUD"', 'code: null', 'reason: "none"']) {
    const { errors } = await fixture.change('writeOffInstantSettlement', id, args);
    expect([args, errors[0].extensions.param]).toEqual([args, 'code']);
  }
  expect((await fixture.entries(id)).map(({ kind }) => kind)).toEqual(['disbursement']);
});
