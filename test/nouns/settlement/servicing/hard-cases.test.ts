import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openServicing } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof openServicing>>;

let fixture: Fixture;
let id: string;
beforeEach(async () => {
  fixture = await openServicing();
  id = await fixture.fund();
});
afterEach(() => fixture.close());

/** The entries after the payout. */
const since = async (settlement = id): Promise<readonly string[]> =>
  (await fixture.journal(settlement)).slice(1);

const REST_EARNED = (day: string, amount: number) =>
  `fee_earned · ${day} · fee_unearned ${amount} · fee_income -${amount}`;

test('a month ends between payout and payment: each month earns its days, and the payment earns the rest', async () => {
  fixture.onDay('2026-04-01');
  await fixture.record(id, 11_000_000, '2026-04-01');
  expect(await since()).toEqual([
    REST_EARNED('2026-03-31', 966_667),
    'repayment · 2026-04-01 · cash 11000000 · fee_receivable -1000000 · principal_receivable -10000000',
    REST_EARNED('2026-04-01', 33_333),
  ]);
  expect(await fixture.servicing(id)).toMatchObject({
    state: 'settled',
    outstanding: 0,
    closed_on: '2026-04-01',
  });
});

describe('a write-off by fraud at the end of a month', () => {
  test('takes the part of the fee that is not earned, and the earned part is a loss', async () => {
    fixture.onDay('2026-03-31');
    await fixture.change('writeOffInstantSettlement', id, 'code: FRAUD');
    expect(await since()).toEqual([
      REST_EARNED('2026-03-31', 966_667),
      'write_off · 2026-03-31 · principal_loss 10000000 · fee_unearned 33333 · fee_loss 966667 · principal_receivable -10000000 · fee_receivable -1000000',
    ]);
  });

  test('after a waiver writes off less, and all that is not earned', async () => {
    fixture.onDay('2026-03-31');
    await fixture.change('waiveFee', id, 'amount: 990000');
    await fixture.change('writeOffInstantSettlement', id, 'code: FRAUD');
    expect(await since()).toEqual([
      REST_EARNED('2026-03-31', 966_667),
      'waiver · 2026-03-31 · fee_waived 990000 · fee_receivable -990000',
      'write_off · 2026-03-31 · principal_loss 10000000 · fee_unearned 10000 · principal_receivable -10000000 · fee_receivable -10000',
      REST_EARNED('2026-03-31', 23_333),
    ]);
    expect(await fixture.servicing(id)).toMatchObject({
      claim: 10_010_000,
      written_off: { principal: 10_000_000, fee: 10_000, on: '2026-03-31', code: 'fraud' },
    });
  });
});

test('a recovery above the claim: the claim is paid, and the rest is excess', async () => {
  fixture.onDay('2026-03-10');
  await fixture.change('writeOffInstantSettlement', id, 'code: INSOLVENCY');
  await fixture.record(id, 11_000_500, '2026-03-10');
  expect(await since()).toEqual([
    'write_off · 2026-03-10 · principal_loss 10000000 · fee_unearned 1000000 · principal_receivable -10000000 · fee_receivable -1000000',
    'recovery · 2026-03-10 · cash 11000500 · recovery -11000000 · excess_payable -500',
  ]);
  expect(await fixture.read(id)).toMatchObject({
    status: 'repaid',
    servicing: { state: 'written_off', claim: 0, excess: 500, paid: 11_000_000 },
  });
});

test('a payment is returned after the rest was written off: what comes back is written off too', async () => {
  fixture.onDay('2026-03-10');
  const first = await fixture.record(id, 3_000_000, '2026-03-10');
  fixture.onDay('2026-03-20');
  await fixture.change('writeOffInstantSettlement', id, 'code: FRAUD');
  fixture.onDay('2026-03-25');
  await fixture.reverse(first);
  expect(await since()).toEqual([
    'repayment · 2026-03-10 · cash 3000000 · fee_receivable -1000000 · principal_receivable -2000000',
    'write_off · 2026-03-20 · principal_loss 8000000 · principal_receivable -8000000',
    REST_EARNED('2026-03-20', 1_000_000),
    'reversal · 2026-03-25 · fee_receivable 1000000 · principal_receivable 2000000 · cash -3000000',
    'write_off · 2026-03-25 · principal_loss 2000000 · fee_loss 1000000 · principal_receivable -2000000 · fee_receivable -1000000',
  ]);
  expect(await fixture.servicing(id)).toMatchObject({ outstanding: 0, claim: 11_000_000, paid: 0 });
});

test('paid twice, the second is refunded and then returned: the refund is owed', async () => {
  fixture.onDay('2026-03-10');
  await fixture.record(id, 11_000_000, '2026-03-10');
  const second = await fixture.record(id, 11_000_000, '2026-03-10');
  await fixture.change('refundExcess', id, 'amount: 11000000');
  fixture.onDay('2026-03-12');
  await fixture.reverse(second);
  expect(await since()).toEqual([
    'repayment · 2026-03-10 · cash 11000000 · fee_receivable -1000000 · principal_receivable -10000000',
    REST_EARNED('2026-03-10', 1_000_000),
    'repayment · 2026-03-10 · cash 11000000 · excess_payable -11000000',
    'refund · 2026-03-10 · excess_payable 11000000 · cash -11000000',
    'reversal · 2026-03-12 · refund_receivable 11000000 · cash -11000000',
  ]);
  expect(await fixture.read(id)).toMatchObject({
    status: 'funded',
    servicing: { refund_receivable: 11_000_000, outstanding: 11_000_000, excess: 0, closed_on: null },
  });
});

test('closed with an excess, then the first payment is returned: the excess pays the new debt', async () => {
  fixture.onDay('2026-03-10');
  const first = await fixture.record(id, 11_000_000, '2026-03-10');
  await fixture.record(id, 400_000, '2026-03-10');
  fixture.onDay('2026-03-12');
  await fixture.reverse(first);
  expect((await since()).slice(-2)).toEqual([
    'reversal · 2026-03-12 · fee_receivable 1000000 · principal_receivable 10000000 · cash -11000000',
    'excess_applied · 2026-03-12 · excess_payable 400000 · fee_receivable -400000',
  ]);
  expect(await fixture.read(id)).toMatchObject({
    status: 'funded',
    servicing: { outstanding: 10_600_000, excess: 0, paid: 400_000 },
  });
});

test('the fee is waived after it was paid: it pays the principal', async () => {
  fixture.onDay('2026-03-10');
  await fixture.record(id, 1_000_000, '2026-03-10');
  await fixture.change('waiveFee', id, 'amount: 1000000');
  expect(await since()).toEqual([
    'repayment · 2026-03-10 · cash 1000000 · fee_receivable -1000000',
    'waiver · 2026-03-10 · fee_waived 1000000 · principal_receivable -1000000',
  ]);
  expect(await fixture.servicing(id)).toMatchObject({ fee_outstanding: 0, principal_outstanding: 9_000_000 });
});

describe('a payout', () => {
  test('is returned by the bank after a month end: the earned fee is taken back', async () => {
    fixture.onDay('2026-04-02');
    await fixture.change('returnDisbursement', id, 'reason: "account closed", returnedOn: "2026-04-01"');
    expect(await since()).toEqual([
      REST_EARNED('2026-03-31', 966_667),
      'disbursement_returned · 2026-04-01 · cash 10000000 · fee_unearned 33333 · fee_income 966667 · principal_receivable -10000000 · fee_receivable -1000000',
    ]);
    expect(await fixture.read(id)).toMatchObject({ status: 'accepted', servicing: null });
  });

  test('is corrected to another day: the entry is mirrored and written again', async () => {
    fixture.onDay('2026-03-10');
    await fixture.change('correctDisbursement', id, 'paidOn: "2026-03-05", reason: "value date"');
    expect(await since()).toEqual([
      'disbursement_corrected · 2026-03-02 · cash 10000000 · fee_unearned 1000000 · principal_receivable -10000000 · fee_receivable -1000000',
      'disbursement · 2026-03-05 · principal_receivable 10000000 · fee_receivable 1000000 · cash -10000000 · fee_unearned -1000000',
    ]);
    expect(await fixture.servicing(id)).toMatchObject({
      funded_on: '2026-03-05',
      due_on: '2026-04-04',
      pay_by: '2026-04-06',
    });
  });

  test('is corrected to a day whose period is longer than an extension: the longer one counts', async () => {
    // Due on 1 April.
    await fixture.change('extendInstantSettlement', id, 'dueOn: "2026-04-08", reason: "late sales"');
    fixture.onDay('2026-03-20');
    await fixture.change('correctDisbursement', id, 'paidOn: "2026-03-04", reason: "value date"');
    expect(await fixture.servicing(id)).toMatchObject({
      due_on: '2026-04-08',
      original_due_on: '2026-04-03',
    });
    await fixture.change('correctDisbursement', id, 'paidOn: "2026-03-17", reason: "value date"');
    expect(await fixture.servicing(id)).toMatchObject({
      due_on: '2026-04-16',
      original_due_on: '2026-04-16',
    });
  });

  test('is not corrected to a day after a repayment', async () => {
    fixture.onDay('2026-03-10');
    await fixture.record(id, 1_000, '2026-03-04');
    expect(
      await fixture.refused('correctDisbursement', id, 'paidOn: "2026-03-05", reason: "value date"'),
    ).toBe('parameter_invalid');
    expect(
      await fixture.refused('correctDisbursement', id, 'paidOn: "2026-03-04", reason: "value date"'),
    ).toBeNull();
  });
});

test('a fact of a closed month is posted on the day of its recording', async () => {
  fixture.onDay('2026-04-02');
  const admin = await fixture.key(fixture.partner.partnerId, { role: 'operator' });
  const closed = await admin.graphql('mutation { closeBooks(until: "2026-03-31") { booksClosedUntil } }');
  expect(closed.json.data.closeBooks.booksClosedUntil).toBe('2026-03-31');
  await fixture.record(id, 2_000_000, '2026-03-20');
  const days = (await fixture.entries(id)).map(
    ({ kind, effective_on, posted_on }) => `${kind} ${effective_on} ${posted_on}`,
  );
  expect(days).toEqual([
    'disbursement 2026-03-02 2026-03-02',
    'fee_earned 2026-03-31 2026-04-02',
    'repayment 2026-03-20 2026-04-02',
  ]);
});

test('a repayment was posted on the wrong settlement: its mistake is undone from its day on, and it is recorded where it belongs', async () => {
  const right = await fixture.fund();
  fixture.onDay('2026-03-10');
  const wrong = await fixture.record(id, 11_000_000, '2026-03-09');
  fixture.onDay('2026-03-12');
  await fixture.reverse(wrong, 'MISTAKE');
  await fixture.record(right, 11_000_000, '2026-03-09');
  expect(await since()).toEqual([
    'repayment · 2026-03-09 · cash 11000000 · fee_receivable -1000000 · principal_receivable -10000000',
    REST_EARNED('2026-03-09', 1_000_000),
    'reversal · 2026-03-09 · fee_receivable 1000000 · principal_receivable 10000000 · cash -11000000',
  ]);
  expect(await since(right)).toEqual([
    'repayment · 2026-03-09 · cash 11000000 · fee_receivable -1000000 · principal_receivable -10000000',
    REST_EARNED('2026-03-09', 1_000_000),
  ]);
  expect([(await fixture.read(id)).status, (await fixture.read(right)).status]).toEqual(['funded', 'repaid']);
});
