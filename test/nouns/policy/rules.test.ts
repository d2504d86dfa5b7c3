import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Facts } from '../../../src/nouns/decision/facts/facts.rules.ts';
import { isFault, readCondition } from '../../../src/nouns/policy/cel.ts';
import { readPolicy, type Rule } from '../../../src/nouns/policy/policy.rules.ts';

const FACTS: Facts = {
  amount: 1_000_000,
  currency: 'HKD',
  chargeback_rate: 0.06,
  chargeback_rate_given: true,
  refund_rate_given: false,
  sector: 'wholesale',
  outstanding: { HKD: 500_000 },
  committed: {},
  denials_90_days: 2,
  'tx.count': 12,
  transactions: ['orders'],
};

function holds(text: string, facts: Facts = FACTS): boolean | string {
  const read = readCondition(text);
  if (isFault(read)) return read.says;
  try {
    return read.holds(facts);
  } catch {
    return 'failed';
  }
}

const faultOf = (text: string) => {
  const read = readCondition(text);
  return isFault(read) ? [read.at, read.says] : null;
};

const rule = (then: Rule['then'], when: string, more: Partial<Rule> = {}): Rule => ({
  key: `${then}-${when}`,
  when,
  then,
  reason: null,
  rate: null,
  note: null,
  ...more,
});

describe('a condition', () => {
  test.each([
    ['chargeback_rate > 0.05', true],
    ['amount > 999999 && currency == "HKD"', true],
    ['outstanding[currency] + committed[currency] + amount > 1500000', false],
    ['outstanding["USD"] == 0', true],
    ['sector in ["gambling", "wholesale"]', true],
    ['sector.startsWith("whole") || denials_90_days > 3', true],
    ['tx.count >= 12', true],
    ['has(tx.total)', false],
    ['has(transactions.orders) && !has(transactions.refunds)', true],
    ['double(amount) / 3.0 > 1.0', true],
    ['refund_rate_given && refund_rate > 0.1', false],
    // It holds with any rate.
    ['refund_rate > 0.1 || amount > 1', true],
  ])('%s is %j', (text, expected) => {
    expect(holds(text)).toBe(expected);
  });

  test.each([
    'refund_rate > 0.1',
    'tx.total > 1',
    'amount / 0 > 1',
    'amount * 9007199254740991 * 9007199254740991 > 1',
  ])('%s fails', (text) => {
    expect(holds(text)).toBe('failed');
  });

  test.each([
    ['chargebacks > 0.05', 1, /Unknown variable: chargebacks/],
    ['amount > 1 && foo', 15, /Unknown variable: foo/],
    ['amount > "1"', 1, /int.*string/],
    ['amount', 1, /must be true or false; it is of type int/],
    ['amount >', 9, /Unexpected token/],
    ['tx.nope > 1', 4, /No such key: nope/],
    ['sector.matches("(a+)+$")', 1, /cannot use matches/],
    ['[1, 2].exists(x, x > 1)', 1, /cannot use exists/],
    ['[1, 2].map(x, x * 2).size() > 1', 1, /cannot use map/],
    ['transactions.orders', 1, /can only ask has/],
    ['has(amount)', 1, /must ask has/],
    ['amount > 9007199254740992', 10, /no integer above/],
    ['{"a": 1}.size() > 0', 1, /no maps|limit|Exceeded/i],
  ])('%s is refused at character %d', (text, at, says) => {
    const [place, why] = faultOf(text) ?? [];
    expect([text, why]).toEqual([text, expect.stringMatching(says)]);
    expect(place).toBeGreaterThanOrEqual(1);
    if (!/map|size|matches|exists/.test(text)) expect([text, place]).toEqual([text, at]);
  });

  test('is refused if it is too long or too deep', () => {
    expect(faultOf(`amount > 1 ${' '.repeat(2_000)}`)?.[1]).toMatch(/at most 2000 characters/);
    expect(faultOf(`${'('.repeat(20)}amount${')'.repeat(20)} > 1`)?.[1]).toMatch(/maxDepth/);
  });

  test('names the facts that it mentions', () => {
    const read = readCondition('has(tx.count) ? outstanding[currency] > 1 : has(transactions.a)');
    expect(isFault(read) ? read : read.mentions).toEqual([
      'currency',
      'outstanding',
      'tx.count',
      'transactions',
    ]);
  });
});

describe('a policy', () => {
  const verdict = (rules: readonly Rule[], otherwise: Rule['then'] = 'approve') => {
    const { verdict: of, decisive } = readPolicy({ rules, otherwise }).evaluate(FACTS);
    return [of, decisive?.key ?? null];
  };
  const [approve, review, deny] = [
    rule('approve', 'true'),
    rule('review', 'amount > 1'),
    rule('deny', 'amount > 2'),
  ];

  test('denies before it reviews, and reviews before it approves, in any order of the rules', () => {
    expect(verdict([approve, review, deny])).toEqual(['deny', deny.key]);
    expect(verdict([review, approve])).toEqual(['review', review.key]);
    expect(verdict([approve, rule('deny', 'false')])).toEqual(['approve', approve.key]);
  });

  test('without a hit is what it says otherwise', () => {
    expect(verdict([rule('deny', 'false')], 'review')).toEqual(['review', null]);
    expect(verdict([rule('deny', 'false')], 'approve')).toEqual(['approve', null]);
  });

  test('reviews if a rule fails, unless another one denies', () => {
    const failing = rule('deny', 'refund_rate > 0.1');
    expect(verdict([failing, approve])).toEqual(['review', null]);
    expect(verdict([failing, deny])).toEqual(['deny', deny.key]);
    const { results } = readPolicy({ rules: [failing], otherwise: 'approve' }).evaluate(FACTS);
    expect(results).toEqual([
      { key: failing.key, then: 'deny', hit: false, failed: true, mentions: ['refund_rate'] },
    ]);
  });

  test('gives the same verdict whatever order its rules have, and each time', () => {
    const conditions = [
      'true',
      'false',
      'amount > 5',
      'refund_rate > 0.1',
      'denials_90_days > 1',
      'tx.total > 1',
    ];
    const any = fc.record({
      then: fc.constantFrom('deny', 'review', 'approve'),
      when: fc.constantFrom(...conditions),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 10 }), (some) => {
        const rules = some.map(({ then, when }) => rule(then, when));
        const [one, two] = [
          readPolicy({ rules, otherwise: 'deny' }),
          readPolicy({ rules: rules.toReversed(), otherwise: 'deny' }),
        ];
        expect(two.evaluate(FACTS).verdict).toBe(one.evaluate(FACTS).verdict);
        expect(one.evaluate(FACTS)).toEqual(one.evaluate(FACTS));
      }),
    );
  });
});
