import * as fc from 'fast-check';
import { FACT_NAMES, FACTS, type FactName } from '../../../../src/nouns/decision/facts/facts.rules.ts';
import type { FactType } from '../../../../src/nouns/decision/facts/fact-row.ts';
import { isFault, readCondition } from '../../../../src/nouns/policy/cel.ts';
import type { Rule } from '../../../../src/nouns/policy/policy.rules.ts';
import type { RuleSent } from '../fixture.ts';

const RULES_MAX = 8;
const RELATIONS = ['>', '>=', '<', '<=', '==', '!='] as const;

const relation = fc.constantFrom(...RELATIONS);
/** Values at which random requests are decided either way, and some that make a condition fail. */
const int = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.constantFrom(99, 1_000, 1_000_000, 1_000_001, Number.MAX_SAFE_INTEGER),
);
const decimal = fc
  .oneof(
    fc.constantFrom(0, 0.002, 0.05, 0.06, 0.1, 0.300_000_000_000_000_04, 1),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map((value) => (Number.isInteger(value) ? `${value}.0` : String(value)));
const text = fc.constantFrom('HKD', 'USD', 'HK', 'MY', 'wholesale', 'straße', '2015-04-01', '2026-02-14', '');
const quoted = text.map((value) => JSON.stringify(value));

const joined = (...parts: readonly fc.Arbitrary<string | number>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((each) => each.join(' '));

/** A comparison of one fact. */
const COMPARISONS: Readonly<Record<FactType, (name: FactName) => fc.Arbitrary<string>>> = {
  int: (name) =>
    fc.oneof(
      joined(fc.constant(name), relation, int),
      joined(fc.constant(`${name} *`), int, relation, int),
      joined(fc.constant(`${name} /`), int, relation, int),
      joined(fc.constant(`double(${name}) / 3.0`), relation, decimal),
    ),
  double: (name) =>
    fc.oneof(
      joined(fc.constant(name), relation, decimal),
      joined(fc.constant(`${name} + 0.2`), relation, decimal),
      joined(fc.constant(`1.0 / ${name}`), relation, decimal),
      joined(fc.constant(`int(${name})`), relation, int),
    ),
  string: (name) =>
    fc.oneof(
      joined(fc.constant(name), relation, quoted),
      fc.array(quoted, { minLength: 1, maxLength: 3 }).map((all) => `${name} in [${all.join()}]`),
      fc
        .tuple(fc.constantFrom('startsWith', 'endsWith', 'contains'), quoted)
        .map(([asks, value]) => `${name}.${asks}(${value})`),
      joined(fc.constant(`size(${name})`), relation, int),
    ),
  bool: (name) => fc.constantFrom(String(name), `!${name}`, `${name} == false`),
  amounts: (name) =>
    fc.oneof(
      joined(fc.constant(`${name}[currency]`), relation, int),
      joined(fc.constant(`${name}["HKD"] + amount`), relation, int),
      joined(fc.constant(`${name}["THB"]`), relation, int),
    ),
  names: (name) =>
    fc
      .constantFrom('transaction_list', 'orders', 'constructor', '__proto__')
      .map((asked) => `has(${name}.${asked})`),
};

/** These differ from request to request; the other facts change seldom. */
const VARIED: readonly FactName[] = [
  'amount',
  'currency',
  'settlement_period',
  'chargeback_rate',
  'refund_rate_given',
  'country',
  'committed',
  'tx.count',
  'tx.advance_ratio',
];

const comparison = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .constantFrom(...FACT_NAMES, ...VARIED, ...VARIED, ...VARIED)
      .chain((name) => COMPARISONS[FACTS[name].type](name)),
  },
  { weight: 1, arbitrary: fc.constantFrom('has(tx.count)', 'has(tx.total)', 'has(tx.advance_ratio)') },
  { weight: 1, arbitrary: fc.constantFrom('true', 'false') },
);

const { condition: anyCondition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map((all) => `(${all.join(' ')})`),
    tie('condition').map((inner) => `!(${inner})`),
    fc
      .tuple(comparison, tie('condition'), tie('condition'))
      .map(([asked, one, other]) => `(${asked} ? ${one} : ${other})`),
  ),
}));

/** Some are too deep, or mention too many facts. */
const condition = anyCondition.filter((written) => !isFault(readCondition(written)));

const VERDICTS = ['DENY', 'REVIEW', 'APPROVE'] as const;
const REASONS = ['HIGH_REFUND_RATE', 'NAME_HIT', 'EXPOSURE_LIMIT'] as const;

const rule: fc.Arbitrary<Omit<RuleSent, 'key'>> = fc.oneof(
  fc.record({ when: condition, then: fc.constant('REVIEW' as const) }),
  fc.record(
    { when: condition, then: fc.constant('DENY' as const), reason: fc.constantFrom(...REASONS) },
    { requiredKeys: ['when', 'then'] },
  ),
  fc.record(
    {
      when: condition,
      then: fc.constant('APPROVE' as const),
      rate: fc.constantFrom(0.001, 0.01, 0.015, 0.5),
    },
    { requiredKeys: ['when', 'then'] },
  ),
);

/** The content of a policy that can be saved. */
export const policyContent = fc.record({
  otherwise: fc.constantFrom(...VERDICTS),
  rules: fc
    .array(rule, { minLength: 1, maxLength: RULES_MAX })
    .map((rules) => rules.map((each, index): RuleSent => ({ key: `r${index}`, ...each }))),
});
export type PolicyContent = typeof policyContent extends fc.Arbitrary<infer Content> ? Content : never;

const READ = { DENY: 'deny', REVIEW: 'review', APPROVE: 'approve' } as const;
export const verdictOf = (sent: (typeof VERDICTS)[number]) => READ[sent];

/** A rule as it is stored. */
export const ruleOf = ({ key, when, then, rate }: RuleSent): Rule => ({
  key,
  when,
  then: verdictOf(then),
  reason: null,
  rate: rate ?? null,
  note: null,
});
