import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Facts } from '../../../src/nouns/decision/facts/facts.rules.ts';
import { isFault, readCondition } from '../../../src/nouns/policy/cel.ts';
import { evaluate, readPolicy, type Rule } from '../../../src/nouns/policy/policy.rules.ts';

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
    ['[amount] == [amount]', 1, /a list only behind/],
    ['amount > 1 && [1] + [1] == [2]', 15, /a list only behind/],
    ['18446744073709551615u > 1u', 1, /no value of this kind/],
    ['(sector + sector).contains("a")', 2, /no texts together/],
    ['amount > 1 && sector.contains("a" + country)', 31, /no texts together/],
    ['tx.first_day + (amount > 1 ? sector : country) == "a"', 1, /no texts together/],
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

  test('is refused if a list has more than 100 items', () => {
    const inList = (items: number) => `sector in [${Array.from({ length: items }, () => '"a"').join()}]`;
    expect(faultOf(inList(100))).toBeNull();
    expect(faultOf(inList(101))?.[1]).toMatch(/maxListElements/);
  });

  test('is refused if it mentions more than twelve facts', () => {
    const names = [
      'amount',
      'settlement_period',
      'customer_age_days',
      'repaid_count',
      'extensions',
      'tx.count',
    ];
    const more = ['denials_90_days', 'worst_days_past_due', 'returned_repayments_90_days', 'kyc_warnings'];
    const twelve = [...names, ...more, 'document_warnings', 'tx.total'].map((name) => `${name} > 1`);
    expect(faultOf(twelve.join(' || '))).toBeNull();
    expect(faultOf([...twelve, 'annual_rate > 0.1'].join(' || '))?.[1]).toBe('can mention at most 12 facts');
  });

  test('is refused if it has more than 400 parts, so that no condition costs much time', () => {
    expect(faultOf(Array(60).fill('1/0>1').join('||'))).toBeNull();
    expect(faultOf(Array(120).fill('1/0>1').join('||'))?.[1]).toMatch(/maxAstNodes/);
  });

  test.each(['constructor', '__proto__', 'hasOwnProperty', 'toString', 'size'])(
    'asks for the name %s of transactions like for any other',
    (name) => {
      expect(holds(`has(transactions.${name})`)).toBe(false);
      expect(holds(`has(transactions.${name})`, { ...FACTS, transactions: ['orders', name] })).toBe(true);
      expect(holds('has(transactions.orders)', { ...FACTS, transactions: ['orders', name] })).toBe(true);
    },
  );

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

const said = (rules: readonly Rule[], otherwise: Rule['then'] = 'approve', facts: Facts = FACTS) =>
  evaluate(readPolicy({ rules, otherwise }), facts);

describe('a policy', () => {
  const verdict = (...given: Parameters<typeof said>) => {
    const { verdict: of, rule: key } = said(...given);
    return [of, key];
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

  test('without a rule that holds gives the verdict of `otherwise`', () => {
    expect(verdict([rule('deny', 'false')], 'review')).toEqual(['review', null]);
    expect(verdict([rule('deny', 'false')], 'approve')).toEqual(['approve', null]);
    expect(said([rule('deny', 'false')], 'deny')).toMatchObject({
      verdict: 'deny',
      reasons: ['credit_policy'],
    });
  });

  test('reviews if a rule fails, says so, and names it, unless another one denies', () => {
    const failing = rule('deny', 'refund_rate > 0.1');
    expect(said([failing, approve])).toEqual({
      verdict: 'review',
      rule: null,
      cause: 'rule_failed',
      rate: null,
      reasons: [],
      hits: [approve.key],
      failed: [failing.key],
    });
    expect(said([failing, deny])).toMatchObject({ verdict: 'deny', cause: null, failed: [failing.key] });
  });

  test('denies for the reasons of the rules that deny, in their order, each once and at most four', () => {
    const because = (reason: Rule['reason'], index: number) => rule('deny', `amount > ${index}`, { reason });
    const reasons = [
      'high_refund_rate',
      null,
      'high_refund_rate',
      'name_hit',
      'on_hold',
      'exposure_limit',
    ] as const;
    expect(said([approve, ...reasons.map(because)]).reasons).toEqual([
      'high_refund_rate',
      'credit_policy',
      'name_hit',
      'on_hold',
    ]);
  });

  const PRICED: Facts = {
    ...FACTS,
    settlement_period: 30,
    interest_rate: 0.01,
    rate_lowest: 0.005,
    rate_highest: 0.02,
    claims: {},
  };
  const cheap = (rate: number | null) => [rule('approve', 'true', { rate })];

  test('approves at the rate of the first rule that approves', () => {
    const rules = [rule('approve', 'false', { rate: 0.02 }), ...cheap(0.006), rule('approve', 'amount > 0')];
    expect(said(rules, 'deny', PRICED)).toMatchObject({ verdict: 'approve', rate: 0.006 });
    expect(said(cheap(null), 'deny', PRICED)).toMatchObject({ verdict: 'approve', rate: null });
  });

  test.each([
    ['rate_outside_pricing', 0.0049, {}],
    ['rate_outside_pricing', 0.0201, {}],
    ['rate_outside_pricing', 0.01, { rate_lowest: undefined }],
    ['rate_above_ceiling', 0.02, { rate_ceiling: 0.2 }],
    ['rate_above_ceiling', null, { rate_ceiling: 0.1 }],
    ['customer_has_claim', null, { claims: { USD: 1 } }],
    ['amount_too_large', null, { amount: Number.MAX_SAFE_INTEGER }],
  ])('reviews by %s what it would approve at the rate %j with %j', (cause, rate, facts) => {
    const { rate_lowest, ...rest } = { ...PRICED, ...facts };
    const known: Facts = rate_lowest === undefined ? rest : { ...rest, rate_lowest };
    expect(said(cheap(rate), 'deny', known)).toMatchObject({ verdict: 'review', cause, rate: null });
    expect(said([rule('deny', 'true')], 'deny', known)).toMatchObject({ verdict: 'deny', cause: null });
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
        expect(said(rules.toReversed(), 'deny').verdict).toBe(said(rules, 'deny').verdict);
        expect(said(rules, 'deny')).toEqual(said(rules, 'deny'));
      }),
    );
  });
});
