import { expect, test } from 'vitest';
import { openServicing } from './fixture.ts';

test('a payout begins servicing: what is owed, since when, and until when', async () => {
  const { fund, servicing, journal, partner } = await openServicing();
  const id = await fund();
  const owed = {
    funded_on: '2026-03-02',
    due_on: '2026-04-01',
    original_due_on: '2026-04-01',
    pay_by: '2026-04-01',
    principal_outstanding: 10_000_000,
    fee_outstanding: 1_000_000,
    refund_receivable: 0,
    outstanding: 11_000_000,
    paid: 0,
    excess: 0,
    reported: 0,
    days_past_due: 0,
    state: 'current',
    written_off: null,
    claim: 0,
    closed_on: null,
  };
  expect(await servicing(id)).toEqual(owed);
  const { json } = await partner.rest('GET', '/v1/instant-settlements');
  expect(json.items[0].servicing).toEqual(owed);
  expect(await journal(id)).toEqual([
    'disbursement · 2026-03-02 · principal_receivable 10000000 · fee_receivable 1000000 · cash -10000000 · fee_unearned -1000000',
  ]);
});

test('nothing is owed before the money was sent', async () => {
  const { accept, servicing, partner } = await openServicing();
  const id = await accept();
  expect(await servicing(id)).toBeNull();
  const { json } = await partner.graphql(
    'query ($id: ID!) { instantSettlement(id: $id) { servicing { state } } }',
    { id },
  );
  expect(json.data.instantSettlement.servicing).toBeNull();
});

test('a part of the fee is waived, and the waiver is undone once', async () => {
  const { fund, change, journal, entries, operator, refused } = await openServicing();
  const id = await fund();
  const { data } = await change('waiveFee', id, 'amount: 400000, reason: "late payout"');
  expect(data.waiveFee.servicing).toMatchObject({ feeOutstanding: 600_000, outstanding: 10_600_000 });
  expect(await refused('waiveFee', id, 'amount: 600001')).toBe('balance_insufficient');
  const waiver = (await entries(id)).find(({ kind }) => kind === 'waiver');
  const undo = () =>
    operator.graphql(
      'mutation ($id: ID!) { undoEntry(entryId: $id, reason: "wrong case") { servicing { feeOutstanding } } }',
      { id: waiver?.id },
    );
  expect((await undo()).json.data.undoEntry.servicing).toEqual({ feeOutstanding: 1_000_000 });
  expect((await undo()).json.errors[0].extensions.code).toBe('conflict');
  expect((await journal(id)).slice(1)).toEqual([
    'waiver · 2026-03-02 · fee_waived 400000 · fee_receivable -400000',
    'waiver_undone · 2026-03-02 · fee_receivable 400000 · fee_waived -400000',
  ]);
});
