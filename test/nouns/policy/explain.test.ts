import { expect, test } from 'vitest';
import type { Facts } from '../../../src/nouns/decision/facts/facts.rules.ts';
import { isFault, readCondition } from '../../../src/nouns/policy/cel.ts';
import { explained } from '../../../src/nouns/policy/explain.rules.ts';

const FACTS: Facts = {
  amount: 123_456_700,
  currency: 'HKD',
  chargeback_rate: 0.06,
  sector: 'wholesale',
  has_namecheck_hits: true,
  outstanding: { HKD: 50_000 },
  denials_90_days: 2,
  date_of_incorporation: '2024-05-01',
  'tx.count': 12,
  transactions: ['orders'],
};

test.each([
  ['chargeback_rate > 0.05', ['chargeback rate 6 % is above 5 %']],
  ['0.07 < chargeback_rate', ['chargeback rate 6 % is not above 7 %']],
  ['amount >= 100000', ['amount HKD 1,234,567.00 is at least HKD 1,000.00']],
  ['outstanding[currency] <= 40000', ['outstanding HKD 500.00 is above HKD 400.00']],
  ['outstanding["JPY"] < 40000', ['outstanding JPY 0 is below JPY 40,000']],
  ['currency == "HKD" && currency != "USD"', ['currency is HKD', 'currency HKD is not USD']],
  ['currency == "USD"', ['currency HKD is not USD']],
  ['sector in ["gambling", "arms"]', ['sector wholesale is none of gambling, arms']],
  [
    '!has_namecheck_hits || denials_90_days > 3',
    ['has namecheck hits: yes', 'denials 90 days 2 is not above 3'],
  ],
  ['refund_rate > 0.1', ['refund rate is absent']],
  ['has(tx.total) || has(tx.count)', ['transactions total is absent', 'transactions count is there']],
  [
    'has(transactions.orders) && has(transactions.notes)',
    ['transactions have orders', 'transactions have no notes'],
  ],
  ['date_of_incorporation > "2024-01-01"', ['date of incorporation 2024-05-01 is after 2024-01-01']],
  [
    'amount + outstanding[currency] > 5',
    ['amount HKD 1,234,567.00, outstanding HKD 500.00 in amount + outstanding[currency] > 5'],
  ],
  [
    'chargeback_rate > 0.05 && tx.count * 2 > denials_90_days + repaid_count',
    [
      'chargeback rate 6 % is above 5 %',
      'denials 90 days 2, repaid count is absent, transactions count 12 in chargeback_rate > 0.05 && tx.count * 2 > denials_90_days + repaid_count',
    ],
  ],
])('%s reads as %j', (text, sentences) => {
  const read = readCondition(text);
  expect(isFault(read) ? read : explained(read, FACTS, text)).toEqual(sentences);
});
