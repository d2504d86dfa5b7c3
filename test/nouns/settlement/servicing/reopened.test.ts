import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openServicing } from './fixture.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
let id: string;
beforeEach(async () => {
  fixture = await openServicing();
  // HKD 110,000.00 with the fee, from 2 March 2026.
  id = await fixture.fund();
});
afterEach(() => fixture.close());

/** The last entries, without the parts of the fee that were earned. */
const last = async (count: number): Promise<readonly string[]> =>
  (await fixture.journal(id)).filter((entry) => !entry.startsWith('fee_earned')).slice(-count);

async function undo(kind: string): Promise<void> {
  const entry = (await fixture.entries(id)).findLast((each) => each.kind === kind);
  const document = 'mutation ($id: ID!) { undoEntry(entryId: $id, reason: "wrong case") { id } }';
  const { json } = await fixture.operator.graphql(document, { id: entry?.id });
  expect(json.errors).toBeUndefined();
}

describe('a small difference that was given up', () => {
  beforeEach(async () => {
    const admin = await fixture.key(fixture.partner.partnerId, {
      role: 'operator',
      scopes: ['read', 'write', 'admin'],
    });
    const { json } = await admin.graphql(
      'mutation { updateProviderSettings(input: { smallDifference: [{ currency: "HKD", amount: 900 }] }) { updatedAt } }',
    );
    expect(json.errors).toBeUndefined();
    fixture.onDay('2026-03-10');
  });

  test('is owed again after the repayment that left it was reversed', async () => {
    const paid = await fixture.record(id, 10_999_100, '2026-03-10');
    expect((await fixture.read(id)).status).toBe('repaid');
    fixture.onDay('2026-03-12');
    await fixture.reverse(paid);
    expect(await last(4)).toEqual([
      'repayment · 2026-03-10 · cash 10999100 · fee_receivable -1000000 · principal_receivable -9999100',
      'small_difference · 2026-03-10 · small_difference 900 · principal_receivable -900',
      'reversal · 2026-03-12 · fee_receivable 1000000 · principal_receivable 9999100 · cash -10999100',
      'small_difference_undone · 2026-03-12 · small_difference -900 · principal_receivable 900',
    ]);
    const owed = { outstanding: 11_000_000, principal_outstanding: 10_000_000, paid: 0, closed_on: null };
    expect(await fixture.read(id)).toMatchObject({ status: 'funded', servicing: owed });
    const { json } = await fixture.partner.rest('GET', `/v1/instant-settlements/${id}/statement`);
    expect(json.closing_balance).toBe('11000000');
    expect(json.items.at(-1)).toMatchObject({ kind: 'small_difference_undone', amount: 900 });
    // So the bank can send the payout back.
    expect(await fixture.refused('returnDisbursement', id, 'reason: "account closed"')).toBeNull();
  });

  test('is owed again after an earlier repayment was a mistake, and given up once more at the end', async () => {
    const first = await fixture.record(id, 1_000_000, '2026-03-05');
    await fixture.record(id, 9_999_100, '2026-03-08');
    await fixture.reverse(first, 'MISTAKE');
    expect(await last(3)).toEqual([
      'small_difference · 2026-03-08 · small_difference 900 · principal_receivable -900',
      'reversal · 2026-03-05 · fee_receivable 1000000 · cash -1000000',
      'small_difference_undone · 2026-03-08 · small_difference -900 · principal_receivable 900',
    ]);
    expect(await fixture.servicing(id)).toMatchObject({ outstanding: 1_000_900 });
    await fixture.record(id, 1_000_000, '2026-03-10');
    expect(await last(1)).toEqual([
      'small_difference · 2026-03-10 · small_difference 900 · principal_receivable -900',
    ]);
    expect((await fixture.read(id)).status).toBe('repaid');
  });

  test('is owed again after a waiver was undone', async () => {
    await fixture.change('waiveFee', id, 'amount: 5000');
    await fixture.record(id, 10_994_100, '2026-03-10');
    fixture.onDay('2026-03-12');
    await undo('waiver');
    expect(await last(2)).toEqual([
      'waiver_undone · 2026-03-12 · fee_receivable 5000 · fee_waived -5000',
      'small_difference_undone · 2026-03-12 · small_difference -900 · principal_receivable 900',
    ]);
    expect(await fixture.servicing(id)).toMatchObject({ outstanding: 5_900 });
  });

  test('stays given up while held excess pays what a reversal reopens', async () => {
    const first = await fixture.record(id, 1_000_000, '2026-03-05');
    await fixture.record(id, 9_999_100, '2026-03-08');
    await fixture.record(id, 4_000_000, '2026-03-09');
    await fixture.reverse(first);
    expect(await last(1)).toEqual([
      'excess_applied · 2026-03-10 · excess_payable 1000000 · fee_receivable -1000000',
    ]);
    expect(await fixture.read(id)).toMatchObject({ status: 'repaid', servicing: { excess: 3_000_000 } });
  });
});

describe('the day since which nothing is owed', () => {
  const closedOn = async () => (await fixture.servicing(id)).closed_on;

  test('is that of the next repayment, if the first one was a mistake', async () => {
    fixture.onDay('2026-03-20');
    const first = await fixture.record(id, 11_000_000, '2026-03-05');
    await fixture.record(id, 11_000_000, '2026-03-08');
    const third = await fixture.record(id, 11_000_000, '2026-03-12');
    expect(await closedOn()).toBe('2026-03-05');
    await fixture.reverse(third, 'MISTAKE');
    expect(await closedOn()).toBe('2026-03-05');
    await fixture.reverse(first, 'MISTAKE');
    expect(await fixture.read(id)).toMatchObject({
      status: 'repaid',
      servicing: { closed_on: '2026-03-08' },
    });
  });

  test('stays if a repayment goes back while enough excess is held', async () => {
    fixture.onDay('2026-03-20');
    const first = await fixture.record(id, 11_000_000, '2026-03-05');
    await fixture.record(id, 11_000_000, '2026-03-08');
    await fixture.reverse(first);
    expect(await closedOn()).toBe('2026-03-05');
  });

  test('is that of a repayment after the first one went back', async () => {
    fixture.onDay('2026-03-20');
    const first = await fixture.record(id, 11_000_000, '2026-03-05');
    await fixture.record(id, 11_000_000, '2026-03-08');
    const { json } = await fixture.operator.graphql(
      'mutation ($id: ID!) { reverseRepayment(id: $id, reversedOn: "2026-03-06", reason: "it bounced") { id } }',
      { id: first },
    );
    expect(json.errors).toBeUndefined();
    expect(await closedOn()).toBe('2026-03-08');
  });

  test('is an earlier one, if it turns out that all was paid before', async () => {
    fixture.onDay('2026-03-20');
    await fixture.record(id, 11_000_000, '2026-03-08');
    await fixture.record(id, 11_000_000, '2026-03-05');
    expect(await closedOn()).toBe('2026-03-05');
  });

  test('of a claim is the last one on which it was recovered, in any order', async () => {
    await fixture.change('writeOffInstantSettlement', id, 'code: FRAUD');
    fixture.onDay('2026-03-20');
    await fixture.record(id, 5_000_000, '2026-03-15');
    await fixture.record(id, 6_000_000, '2026-03-11');
    expect(await closedOn()).toBe('2026-03-15');
  });
});

describe('the payout is not corrected to a day after', () => {
  const correct = (day: string) =>
    fixture.operator.graphql(
      'mutation ($id: ID!, $day: LocalDate!) { correctDisbursement(id: $id, paidOn: $day, reason: "value date") { id } }',
      { id, day },
    );

  test.each([
    ['a waiver', 'waiveFee', 'amount: 1000000'],
    ['a write-off', 'writeOffInstantSettlement', 'code: FRAUD'],
  ])('%s', async (_what, mutation, args) => {
    fixture.onDay('2026-03-05');
    await fixture.change(mutation, id, args);
    fixture.onDay('2026-03-10');
    expect((await correct('2026-03-06')).json.errors[0].extensions).toMatchObject({
      code: 'parameter_invalid',
      param: 'paidOn',
    });
    expect((await correct('2026-03-05')).json.errors).toBeUndefined();
  });

  test('a repayment that went back later', async () => {
    fixture.onDay('2026-03-10');
    const paid = await fixture.record(id, 1_000, '2026-03-05');
    await fixture.reverse(paid);
    expect((await correct('2026-03-06')).json.errors[0].extensions.param).toBe('paidOn');
    // A mistake never was.
    const wrong = await fixture.record(id, 1_000, '2026-03-03');
    await fixture.reverse(wrong, 'MISTAKE');
    expect((await correct('2026-03-05')).json.errors).toBeUndefined();
  });

  test('but the facts of an earlier payout, which the bank sent back, do not count', async () => {
    fixture.onDay('2026-03-06');
    await fixture.reverse(await fixture.record(id, 1_000, '2026-03-04'));
    await fixture.change('waiveFee', id, 'amount: 1');
    await fixture.change('returnDisbursement', id, 'reason: "account closed"');
    fixture.onDay('2026-03-10');
    await fixture.change('disburseInstantSettlement', id, 'reference: "payment 8"');
    expect((await correct('2026-03-09')).json.errors).toBeUndefined();
    expect(await fixture.servicing(id)).toMatchObject({ funded_on: '2026-03-09' });
  });
});

test('a reversal counts from the day of its repayment at the earliest, even if the clock was set back', async () => {
  fixture.onDay('2026-03-10');
  const paid = await fixture.record(id, 1_000, '2026-03-10');
  fixture.onDay('2026-03-08');
  await fixture.reverse(paid);
  expect(await last(1)).toEqual(['reversal · 2026-03-10 · fee_receivable 1000 · cash -1000']);
});
