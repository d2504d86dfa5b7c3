import { describe, expect, test } from 'vitest';
import { posted, refund, repayment, reversal, waive, writeOff } from './books.ts';

/** A text in the form of an encrypted one. */
const REASON = 'v1.key.text';

describe('a repayment', () => {
  test('pays the fee first, then the principal', () => {
    const { entries, row } = posted([repayment(10_000)]);
    expect(entries).toEqual([
      'repayment 2026-03-10: cash 10000, fee_receivable -6000, principal_receivable -4000',
    ]);
    expect(row).toMatchObject({ fee_outstanding: 0, principal_outstanding: 96_000, paid: 10_000 });
  });

  test('pays the principal first if the terms say so', () => {
    const { entries } = posted([repayment(103_000)], { row: { repayment_order: 'principal_first' } });
    expect(entries).toEqual([
      'repayment 2026-03-10: cash 103000, fee_receivable -3000, principal_receivable -100000',
    ]);
  });

  test.each([
    ['sales_share', 'partner_clearing'],
    ['instalment', 'partner_clearing'],
    ['offset', 'offset_clearing'],
  ] as const)('by %s arrives on %s', (source, account) => {
    const { entries } = posted([repayment(1_000, { source })]);
    expect(entries).toEqual([`repayment 2026-03-10: ${account} 1000, fee_receivable -1000`]);
  });

  test('of all closes it, earns the rest of the fee, and leaves excess', () => {
    const { entries, row, move } = posted([repayment(106_500)]);
    expect(entries).toEqual([
      'repayment 2026-03-10: cash 106500, fee_receivable -6000, principal_receivable -100000, excess_payable -500',
      'fee_earned 2026-03-10: fee_unearned 6000, fee_income -6000',
    ]);
    expect(row).toMatchObject({ closed_on: '2026-03-10', excess: 500, paid: 106_000 });
    expect(move).toBe('repay');
  });

  test('that leaves a small difference closes it', () => {
    const { entries, move } = posted([repayment(105_991)], { rules: { smallDifference: 9 } });
    expect(entries).toEqual([
      'repayment 2026-03-10: cash 105991, fee_receivable -6000, principal_receivable -99991',
      'small_difference 2026-03-10: small_difference 9, principal_receivable -9',
      'fee_earned 2026-03-10: fee_unearned 6000, fee_income -6000',
    ]);
    expect(move).toBe('repay');
  });

  test('that leaves a unit more than a small difference does not', () => {
    const { entries, move } = posted([repayment(105_990)], { rules: { smallDifference: 9 } });
    expect(entries).toHaveLength(1);
    expect(move).toBeNull();
  });
});

describe('the fee', () => {
  test('is earned on the last day of each month, by days', () => {
    const { entries } = posted([{ kind: 'earn' }], { rules: { today: '2026-05-02' } });
    expect(entries).toEqual([
      // 29 of 30 days.
      'fee_earned 2026-03-31: fee_unearned 5800, fee_income -5800',
      'fee_earned 2026-04-30: fee_unearned 200, fee_income -200',
    ]);
  });

  test('is not earned before the last day of the month', () => {
    expect(posted([{ kind: 'earn' }], { rules: { today: '2026-03-30' } }).entries).toEqual([]);
  });

  test('of half a unit is rounded up', () => {
    const row = { fee: 1, fee_outstanding: 1, fee_unearned: 1, period_days: 58 };
    const { entries } = posted([{ kind: 'earn' }], { row, rules: { today: '2026-03-31' } });
    expect(entries).toEqual(['fee_earned 2026-03-31: fee_unearned 1, fee_income -1']);
  });
});

describe('a reversal', () => {
  test('is the mirror of its repayment, and reopens', () => {
    const { entries, move, row } = posted([repayment(106_000), reversal({ fee: 6_000, principal: 100_000 })]);
    expect(entries).toEqual([
      'reversal 2026-03-10: fee_receivable 6000, principal_receivable 100000, cash -106000',
    ]);
    expect(move).toBe('reopen');
    expect(row).toMatchObject({ paid: 0, closed_on: null });
  });

  test('takes only excess that is still held; refunded excess is receivable', () => {
    const twice = [repayment(106_000), repayment(106_000), refund(100_000)];
    const { entries, row } = posted([...twice, reversal({ excess: 106_000 })]);
    expect(entries).toEqual([
      'reversal 2026-03-10: refund_receivable 100000, excess_payable 6000, cash -106000',
    ]);
    expect(row).toMatchObject({ refund_receivable: 100_000, excess: 0 });
  });

  test('is paid by excess that is held', () => {
    const { entries, row, move } = posted([
      repayment(106_000),
      repayment(50_000),
      reversal({ fee: 6_000, principal: 100_000 }),
    ]);
    expect(entries).toEqual([
      'reversal 2026-03-10: fee_receivable 6000, principal_receivable 100000, cash -106000',
      'excess_applied 2026-03-10: excess_payable 50000, fee_receivable -6000, principal_receivable -44000',
    ]);
    expect(row).toMatchObject({ principal_outstanding: 56_000, excess: 0, paid: 50_000 });
    expect(move).toBe('reopen');
  });

  test('of a payment by excess gives the excess back', () => {
    const { entries, row } = posted([
      repayment(106_000),
      repayment(50_000),
      reversal({ fee: 6_000, principal: 100_000 }),
      reversal({ excess: 50_000 }, { entryId: 'ent_2' }),
    ]);
    expect(entries).toEqual([
      'excess_withdrawn 2026-03-10: fee_receivable 6000, principal_receivable 44000, excess_payable -50000',
      'reversal 2026-03-10: excess_payable 50000, cash -50000',
    ]);
    expect(row).toMatchObject({ principal_outstanding: 100_000, fee_outstanding: 6_000, excess: 0, paid: 0 });
  });

  test('on a written-off settlement is written off at once', () => {
    const { entries, row, move } = posted([
      repayment(10_000),
      writeOff,
      reversal({ fee: 6_000, principal: 4_000 }),
    ]);
    expect(entries).toEqual([
      'reversal 2026-03-10: fee_receivable 6000, principal_receivable 4000, cash -10000',
      'write_off 2026-03-10: principal_loss 4000, fee_loss 6000, principal_receivable -4000, fee_receivable -6000',
    ]);
    expect(row).toMatchObject({ written_off_principal: 100_000, written_off_fee: 6_000 });
    expect(move).toBeNull();
  });
});

describe('a waiver', () => {
  test('credits the fee', () => {
    const { entries } = posted([waive(2_000)]);
    expect(entries).toEqual(['waiver 2026-03-10: fee_waived 2000, fee_receivable -2000']);
  });

  test('of a fee that was paid credits the principal, then excess', () => {
    expect(posted([repayment(6_000), waive(2_000)]).entries).toEqual([
      'waiver 2026-03-10: fee_waived 2000, principal_receivable -2000',
    ]);
    expect(posted([repayment(106_000), waive(2_000)]).entries).toEqual([
      'waiver 2026-03-10: fee_waived 2000, excess_payable -2000',
    ]);
  });

  test('of all that is outstanding closes', () => {
    const { move } = posted([repayment(100_000), waive(6_000)]);
    expect(move).toBe('repay');
  });

  test('is at most the part of the fee that is not waived', () => {
    expect(() => posted([waive(6_001)])).toThrow('balance_insufficient');
    expect(() => posted([waive(4_000), waive(2_001)])).toThrow('balance_insufficient');
  });

  test('is undone by its mirror', () => {
    const { entries } = posted([
      waive(2_000),
      {
        kind: 'undo',
        undone: 'waiver',
        entries: [
          {
            id: 'ent_1',
            legs: [
              ['fee_waived', 2_000],
              ['fee_receivable', -2_000],
            ],
          },
        ],
        reason: 'wrong case',
      },
    ]);
    expect(entries).toEqual(['waiver_undone 2026-03-10: fee_receivable 2000, fee_waived -2000']);
  });
});

describe('a write-off', () => {
  test('takes the fee first from the part that is not earned', () => {
    const { entries, row, move } = posted([{ kind: 'earn' }, writeOff], { rules: { today: '2026-03-31' } });
    expect(entries).toEqual([
      'write_off 2026-03-31: principal_loss 100000, fee_unearned 200, fee_loss 5800, principal_receivable -100000, fee_receivable -6000',
    ]);
    expect(row).toMatchObject({ written_off_on: '2026-03-31', written_off_code: 'fraud', closed_on: null });
    expect(move).toBeNull();
  });

  test('after a waiver earns the rest of the fee', () => {
    const { entries } = posted([waive(2_000), writeOff]);
    expect(entries).toEqual([
      'write_off 2026-03-10: principal_loss 100000, fee_unearned 4000, principal_receivable -100000, fee_receivable -4000',
      'fee_earned 2026-03-10: fee_unearned 2000, fee_income -2000',
    ]);
  });

  test('is followed by recoveries up to the claim; the rest is excess', () => {
    const some = posted([writeOff, repayment(6_000)]);
    expect(some.entries).toEqual(['recovery 2026-03-10: cash 6000, recovery -6000']);
    expect(some.move).toBeNull();
    const all = posted([writeOff, repayment(6_000), repayment(100_500)]);
    expect(all.entries).toEqual(['recovery 2026-03-10: cash 100500, recovery -100000, excess_payable -500']);
    expect(all.move).toBe('repay');
  });

  test('of nothing is refused, and a second one too', () => {
    expect(() => posted([repayment(106_000), writeOff])).toThrow('balance_insufficient');
    expect(() => posted([writeOff, writeOff])).toThrow('funding_status_invalid');
  });

  test('is undone by its mirror, and the fee is earned again by days', () => {
    const { entries, row } = posted([
      writeOff,
      {
        kind: 'undo',
        undone: 'write_off',
        entries: [
          {
            id: 'ent_1',
            legs: [
              ['principal_loss', 100_000],
              ['fee_unearned', 6_000],
              ['principal_receivable', -100_000],
              ['fee_receivable', -6_000],
            ],
          },
        ],
        reason: 'paid after all',
      },
    ]);
    expect(entries).toEqual([
      'write_off_undone 2026-03-10: principal_loss -100000, fee_unearned -6000, principal_receivable 100000, fee_receivable 6000',
    ]);
    expect(row).toMatchObject({ written_off_on: null, written_off_code: null, fee_unearned: 6_000 });
  });
});

describe('a refund', () => {
  test('pays excess back, at most the held excess', () => {
    const { entries } = posted([repayment(106_500), refund(200)]);
    expect(entries).toEqual(['refund 2026-03-10: excess_payable 200, cash -200']);
    expect(() => posted([repayment(106_500), refund(501)])).toThrow('balance_insufficient');
  });

  test('is undone by its mirror', () => {
    const legs = [
      ['excess_payable', 200],
      ['cash', -200],
    ] as const;
    const { entries, row } = posted([
      repayment(106_500),
      refund(200),
      { kind: 'undo', undone: 'refund', entries: [{ id: 'ent_1', legs }], reason: 'it came back' },
    ]);
    expect(entries).toEqual(['refund_undone 2026-03-10: cash 200, excess_payable -200']);
    expect(row).toMatchObject({ excess: 500, refunded: 0 });
  });
});

describe('a payout', () => {
  test('that comes back is mirrored', () => {
    const { entries, move, row } = posted([
      waive(1_000),
      { kind: 'return', returnedOn: '2026-03-10', entryId: 'ent_1', reason: 'account closed' },
    ]);
    expect(entries).toEqual([
      'disbursement_returned 2026-03-10: cash 100000, fee_unearned 6000, principal_receivable -100000, fee_receivable -5000, fee_waived -1000',
    ]);
    expect(move).toBe('return');
    expect(row).toMatchObject({
      principal_outstanding: 0,
      fee_outstanding: 0,
      fee_unearned: 0,
      closed_on: null,
    });
  });

  test('does not come back while a repayment stands', () => {
    const back = {
      kind: 'return',
      returnedOn: '2026-03-10',
      entryId: 'ent_1',
      reason: 'account closed',
    } as const;
    expect(() => posted([repayment(1_000), back])).toThrow('balance_insufficient');
    expect(posted([repayment(1_000), reversal({ fee: 1_000 }), back]).move).toBe('return');
  });

  test('on a corrected day is mirrored and written again', () => {
    const { entries, row } = posted([
      { kind: 'correct', paidOn: '2026-03-04', entryId: 'ent_1', reason: 'value date' },
    ]);
    expect(entries).toEqual([
      'disbursement_corrected 2026-03-02: cash 100000, fee_unearned 6000, principal_receivable -100000, fee_receivable -6000',
      'disbursement 2026-03-04: principal_receivable 100000, fee_receivable 6000, cash -100000, fee_unearned -6000',
    ]);
    expect(row).toMatchObject({
      funded_on: '2026-03-04',
      due_on: '2026-04-03',
      original_due_on: '2026-04-03',
    });
  });
});

describe('an extension', () => {
  test('moves the due day, three times at most', () => {
    const extend = (dueOn: string) => ({ kind: 'extend', dueOn, reason: REASON }) as const;
    const three = [extend('2026-04-10'), extend('2026-04-11'), extend('2026-04-13')];
    const { row, entries } = posted(three);
    expect(entries).toEqual([]);
    expect(row).toMatchObject({ due_on: '2026-04-13', original_due_on: '2026-04-01', extensions: 3 });
    expect(posted([extend('2026-04-11')]).row.pay_by).toBe('2026-04-13');
    expect(() => posted([...three, extend('2026-04-20')])).toThrow('limit_reached');
  });
});

test('balances of 2^53-1 stay exact, and one more unit is refused', () => {
  const row = {
    amount: 9_007_199_254_740_990,
    principal_outstanding: 9_007_199_254_740_990,
    fee: 1,
    fee_outstanding: 1,
    fee_unearned: 1,
  };
  expect(posted([repayment(9_007_199_254_740_991)], { row }).entries).toEqual([
    'repayment 2026-03-10: cash 9007199254740991, fee_receivable -1, principal_receivable -9007199254740990',
    'fee_earned 2026-03-10: fee_unearned 1, fee_income -1',
  ]);
  expect(() =>
    posted([repayment(9_007_199_254_740_991), repayment(9_007_199_254_740_991), repayment(1)], { row }),
  ).toThrow('parameter_invalid');
});
