import * as fc from 'fast-check';
import { CURRENCIES } from '../../../../src/kernel/currency.ts';
import {
  FACT_NAMES,
  FACTS,
  type FactName,
  type Facts,
} from '../../../../src/nouns/decision/facts/facts.rules.ts';
import type { FactType, FactValue } from '../../../../src/nouns/decision/facts/fact-row.ts';
import { policyContent } from './random-policy.ts';

const rate = fc.option(
  fc.oneof(
    fc.constantFrom(0, 0.05, 0.06, 0.1, 1),
    fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }),
  ),
);

const day = fc.constantFrom('2026-02-01', '2026-02-14T23:59:59Z', '1999-12-31', 'soon');
const entry = fc.record({
  transaction_amount: fc.constantFrom<unknown>(10, 250_000, 0.1, 0.2, -5, '10'),
  transaction_currency: fc.constantFrom('HKD', 'USD', 'JPY'),
  transaction_date: day,
});
const transactions = fc.oneof(
  fc.constant({}),
  fc.constant({ orders: [], constructor: 1, ['__proto__x']: 2 }),
  fc.array(entry, { maxLength: 3 }).map((transaction_list) => ({ transaction_list, orders: 1 })),
  fc.array(fc.constantFrom(10, 1_000_000, 333), { minLength: 1, maxLength: 4 }).map((amounts) => ({
    transaction_list: amounts.map((transaction_amount) => ({
      transaction_amount,
      transaction_currency: 'HKD',
      transaction_date: '2026-02-14',
    })),
  })),
);

const request = fc.record({
  /** Which customer. */
  customer: fc.nat({ max: 2 }),
  body: fc.record({
    currency: fc.constantFrom('HKD', 'HKD', 'USD', 'JPY'),
    amount: fc.constantFrom(1, 99, 1_000_000, 1_000_001, 33_333_333, 9_007_199_254_740_000),
    settlement_period: fc.constantFrom(1, 14, 30, 90),
    account_chargeback_rate: rate,
    account_refund_rate: rate,
    transactions,
  }),
  /** What a person does with a request that waits, and the partner with an offer. */
  thenBy: fc.record({
    operator: fc.constantFrom('approve', 'deny', 'deny'),
    partner: fc.constantFrom('accept', 'reject', null),
    isSent: fc.boolean(),
  }),
});
export type Request = typeof request extends fc.Arbitrary<infer One> ? One : never;

/** A live version, a shadow beside it, and what is decided under them. */
const randomCase = fc.record({
  policy: policyContent,
  shadow: fc.option(policyContent, { freq: 3 }),
  requests: fc.array(request, { minLength: 1, maxLength: 2 }),
});
export type Case = typeof randomCase extends fc.Arbitrary<infer One> ? One : never;

export const randomCases = (seed: number, count: number): readonly Case[] =>
  fc.sample(randomCase, { seed, numRuns: count });

const whole = fc.oneof(fc.nat({ max: 40 }), fc.maxSafeInteger());
const ANY_VALUE: Readonly<Record<FactType, fc.Arbitrary<FactValue>>> = {
  int: whole,
  double: fc.oneof(fc.constantFrom(0, 0.05, 1), fc.double({ noNaN: true, noDefaultInfinity: true })),
  string: fc.oneof(fc.constantFrom('HKD', 'wholesale', ''), fc.string({ unit: 'grapheme' })),
  bool: fc.boolean(),
  amounts: fc.dictionary(fc.constantFrom(...CURRENCIES), whole),
  names: fc.array(fc.constantFrom('orders', 'constructor', '__proto__', 'transaction_list')),
};

/** The rate of an offer comes from the pricing, which has bounds: a fraction of at most ten places. */
const offered = fc.nat({ max: 10_000_000 }).map((units) => units / 10_000_000);
const valueOf = (name: FactName): fc.Arbitrary<FactValue> =>
  name === 'interest_rate' ? offered : ANY_VALUE[FACTS[name].type];

/** Any values of the facts, also such as no request has. Some are absent. A zero has no sign, as in every decision. */
export const anyFacts: fc.Arbitrary<Facts> = fc
  .tuple(...FACT_NAMES.map((name) => fc.option(fc.tuple(fc.constant(name), valueOf(name)))))
  .map((all) =>
    Object.fromEntries(
      all.flatMap((each) => (each === null ? [] : [[each[0], each[1] === 0 ? 0 : each[1]]])),
    ),
  );
