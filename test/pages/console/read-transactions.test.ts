import { expect, test } from 'vitest';
import {
  besideRequest,
  minorOf,
  readTransactions,
  shownAmount,
} from '../../../src/pages/console/app/screens/case/read-transactions.ts';

/** What is shown of transactions of a request in HKD. */
function shown(sent: unknown) {
  const read = readTransactions(sent, 'HKD');
  if (read === null) return null;
  const { count, withoutAmount, sums, haveDecimals, firstDay, lastDay, isStated, stated } = read;
  return {
    count,
    withoutAmount,
    firstDay,
    lastDay,
    isStated,
    sums: sums.map(({ sum, currency }) => shownAmount(sum, currency, haveDecimals)),
    stated: { ...stated, sum: stated.sum === null ? null : shownAmount(stated.sum, 'HKD', haveDecimals) },
  };
}

const amounts = (...all: unknown[]) => ({
  transaction_list: all.map((transaction_amount) => ({ transaction_amount })),
});

test('count, sum and period are of the whole list, and beside them is what the partner says', () => {
  const sale = { transaction_currency: 'HKD', transaction_amount: 12_345, transaction_date: '2026-01-05' };
  expect(
    shown({
      transaction_list: [
        sale,
        { ...sale, transaction_date: '2025-12-31T23:00:00Z' },
        { ...sale, transaction_amount: -345, transaction_currency: 'hkd', transaction_date: '2026-02-01' },
      ],
      transaction_count: 4,
      total_amount: 24_345,
    }),
  ).toEqual({
    count: 3,
    withoutAmount: 0,
    sums: ['HKD 243.45'],
    firstDay: '2025-12-31',
    lastDay: '2026-02-01',
    isStated: false,
    stated: { count: 4, sum: 'HKD 243.45' },
  });
});

test('amounts with decimals are no minor units, and are added exactly', () => {
  expect(shown(amounts(0.1, 0.2, '1000', '100.10'))?.sums).toEqual(['HKD 1,100.40']);
  expect(shown({ ...amounts(10, 20), total_amount: '30.00' })).toMatchObject({
    sums: ['HKD 30.00'],
    stated: { sum: 'HKD 30.00' },
  });
  expect(shown(amounts(0.125, -2))?.sums).toEqual(['HKD -1.875']);
});

test('sums are exact beyond the integers that a number holds', () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect(shown(amounts(most, most, most))?.sums).toEqual(['HKD 270,215,977,642,229.73']);
});

test('a text that is not an amount is counted and not added', () => {
  const none = [null, '', 'ten', '1e3', 1e21, 2 ** 53, {}, [5], true, '9'.repeat(31)];
  expect(shown(amounts(7, ...none))).toMatchObject({
    count: 11,
    withoutAmount: 10,
    sums: ['HKD 0.07'],
    firstDay: null,
  });
  expect(shown({ transaction_list: [null, 'sale', [], { transaction_amount: 5 }] })).toMatchObject({
    count: 4,
    withoutAmount: 3,
    sums: ['HKD 0.05'],
  });
});

test('each currency has a sum of its own, also an unknown currency', () => {
  const of = (transaction_currency: string) => ({ transaction_amount: 500, transaction_currency });
  expect(shown({ transaction_list: [of('JPY'), of('USD'), of('points'), of('JPY')] })?.sums).toEqual([
    'JPY 1,000',
    'USD 5.00',
    'POINTS 500',
  ]);
});

test('days that no calendar has are left out', () => {
  const on = (transaction_date: unknown) => ({ transaction_date });
  const list = [
    on('2026-13-45'),
    on('2026-02-30'),
    on('5 January'),
    on(20260105),
    on('2026-01-05'),
    on('2026-01-0599'),
  ];
  expect(shown({ transaction_list: list })).toMatchObject({ firstDay: '2026-01-05', lastDay: '2026-01-05' });
});

test('without a list, count and sum are what the partner says', () => {
  expect(shown({ transaction_count: 120, total_amount: 1_250_000 })).toMatchObject({
    count: 120,
    sums: ['HKD 12,500.00'],
    isStated: true,
  });
  for (const sent of [{}, { sales: [1, 2] }, { transaction_list: 'none' }, null, [1]])
    expect(shown(sent)).toBeNull();
});

test('a text of any length is cut', () => {
  const read = readTransactions({ transaction_list: [{ transaction_id: 'x'.repeat(500) }] }, 'HKD');
  expect(read?.slice(0, 1)[0]?.id).toBe(`${'x'.repeat(60)}…`);
});

test.each([
  [1_000_000n, 'The sum is exactly the requested HKD 10,000.00.'],
  [1_250_000n, 'The sum is HKD 2,500.00 more than the requested HKD 10,000.00, which is 80 % of it.'],
  [
    999_999n,
    'The sum is HKD 0.01 less than the requested HKD 10,000.00: the transactions do not cover the request.',
  ],
])('a sum of %d beside a request of HKD 10,000.00', (sum, says) => {
  expect(besideRequest(sum, 1_000_000, 'HKD')).toBe(says);
});

test('an amount with more decimals than its currency has is not turned into minor units', () => {
  expect(minorOf({ units: 1_005n, digits: 3 }, 'HKD', true)).toBeNull();
  expect(minorOf({ units: 105n, digits: 1 }, 'HKD', true)).toBe(1_050n);
  expect(minorOf({ units: 105n, digits: 1 }, 'JPY', true)).toBeNull();
});
