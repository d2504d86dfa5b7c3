import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Facts } from '../../../src/nouns/decision/facts/facts.rules.ts';
import { CreatePolicyInput } from '../../../src/nouns/policy/policy.input.ts';
import { isFault, readCondition } from '../../../src/nouns/policy/cel.ts';
import { evaluate, readPolicy } from '../../../src/nouns/policy/policy.rules.ts';

const guide = readFileSync(
  new URL('../../../src/pages/docs/guides/writing-a-policy.md', import.meta.url),
  'utf8',
);
const [, text = ''] = /```json\n(\{\n {2}"purpose"[^]*?)```/.exec(guide) ?? [];
/** The policy of the guide, in the words of the operation. */
const policy = CreatePolicyInput.parse(
  JSON.parse(text, (name, value) =>
    ['then', 'otherwise', 'reason'].includes(name) ? String(value).toLowerCase() : value,
  ),
);

test('the example file beside the guide has the rules of the guide, for all partners', () => {
  const example = readFileSync(
    new URL('../../../src/pages/docs/guides/policy-example.json', import.meta.url),
    'utf8',
  );
  expect(JSON.parse(example)).toEqual({ scope: 'all', ...JSON.parse(text) });
});

/** A request of a known customer that no rule of the guide denies or leaves to a person. */
const USUAL: Facts = {
  amount: 5_000_000,
  currency: 'HKD',
  settlement_period: 30,
  interest_rate: 0.01,
  rate_lowest: 0.01,
  rate_highest: 0.01,
  chargeback_rate: 0.01,
  chargeback_rate_given: true,
  sector: 'wholesale',
  customer_age_days: 20,
  kyc_warnings: 0,
  document_warnings: 0,
  has_namecheck_hits: false,
  outstanding: {},
  committed: {},
  claims: {},
  overdue: {},
  denials_90_days: 0,
  repaid_count: 0,
  worst_days_past_due: 0,
  returned_repayments_90_days: 0,
  'tx.count': 40,
  'tx.advance_ratio': 0.5,
  transactions: ['transaction_list'],
};

test.each([
  ['name_hits', { has_namecheck_hits: true }, 'deny'],
  ['unsupported_sector', { sector: 'gambling' }, 'deny'],
  ['chargebacks', { chargeback_rate: 0.06 }, 'deny'],
  ['short_history', { 'tx.count': 2 }, 'deny'],
  ['overdue', { overdue: { HKD: 1 } }, 'deny'],
  ['too_much', { outstanding: { HKD: 300_000_000 }, committed: { HKD: 200_000_000 } }, 'review'],
  ['advance', { 'tx.advance_ratio': 0.81 }, 'review'],
  ['warnings', { document_warnings: 1 }, 'review'],
  ['good_customer', { repaid_count: 3 }, 'approve'],
  ['small_and_known', { customer_age_days: 90 }, 'approve'],
] as const)('the rule %s of the guide holds for %j alone, and says %s', (key, change, verdict) => {
  const read = readPolicy(policy);
  const usual = evaluate(read, USUAL);
  expect(usual).toMatchObject({ verdict: 'review', rule: null, cause: null, hits: [], failed: [] });
  expect(evaluate(read, { ...USUAL, ...change })).toMatchObject({
    verdict,
    rule: key,
    hits: [key],
    failed: [],
  });
  expect(policy.rules.map((rule) => rule.key)).toHaveLength(10);
});

test('each rule of the guide names the facts that it reads', () => {
  for (const { when, note } of policy.rules) {
    const condition = readCondition(when);
    const mentions = isFault(condition) ? [] : condition.mentions;
    expect(mentions.length).toBeGreaterThan(0);
    const named = mentions.filter((name) => !['currency', 'chargeback_rate_given'].includes(name));
    expect([note, named.filter((name) => !(note ?? '').includes(name))]).toEqual([note, []]);
  }
});

const conditions = [...guide.matchAll(/^\| `([^`]+)` +\| (?:the|what|`tr)/gm)].map(([, when = '']) => when);

test('every condition of the guide’s table can be saved', () => {
  expect(conditions).toHaveLength(8);
  for (const when of conditions) expect([when, isFault(readCondition(when))]).toEqual([when, false]);
});
