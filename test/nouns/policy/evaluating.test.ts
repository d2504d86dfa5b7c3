import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPolicies, type Policies, type RuleSent } from './fixture.ts';

let policies: Policies;
beforeEach(async () => {
  policies = await openPolicies();
});
afterEach(() => policies.close());

const DENIES: RuleSent = {
  key: 'chargebacks',
  when: 'chargeback_rate > 0.05',
  then: 'DENY',
  reason: 'HIGH_CHARGEBACK_RATE',
};
const APPROVES: RuleSent = { key: 'small', when: 'amount <= 1000000', then: 'APPROVE' };
const REVIEWS: RuleSent = { key: 'new', when: 'customer_age_days < 30', then: 'REVIEW' };

const submitted = async (changes: object = {}) => {
  const id = await policies.submit({ amount: 1_000_000, account_chargeback_rate: 0.01, ...changes });
  return policies.settlementOf(id);
};

describe('a live policy', () => {
  test('approves in the request, and the decision says by which rule and values', async () => {
    const { id } = await policies.publish({ rules: [DENIES, APPROVES] });
    const settlement = await submitted();
    expect(settlement).toMatchObject({ status: 'approved', denial_reason: null, interest_rate: 0.002 });
    expect(await policies.decisionOn(settlement.funding_id)).toMatchObject({
      outcome: 'APPROVE',
      origin: 'POLICY',
      interestRate: 0.002,
      override: null,
      shadow: null,
      policy: {
        policy: { id },
        verdict: 'APPROVE',
        decisiveRule: 'small',
        cause: null,
        rules: [
          {
            rule: { key: 'chargebacks', then: 'DENY' },
            hit: false,
            failed: false,
            facts: [{ name: 'chargeback_rate', value: '0.01' }],
          },
          {
            rule: { key: 'small', then: 'APPROVE' },
            hit: true,
            failed: false,
            facts: [{ name: 'amount', value: '1000000' }],
          },
        ],
      },
    });
  });

  test('denies in the request for its reason, which the partner reads as it may know it', async () => {
    await policies.publish({ rules: [DENIES, { ...DENIES, key: 'second', reason: 'NAME_HIT' }] });
    const seen = await submitted({ account_chargeback_rate: 0.06 });
    expect(seen).toMatchObject({ status: 'denied', denial_reason: 'high_chargeback_rate' });
    expect(await policies.decisionOn(seen.funding_id)).toMatchObject({
      outcome: 'DENY',
      origin: 'POLICY',
      interestRate: null,
      reasons: ['HIGH_CHARGEBACK_RATE', 'NAME_HIT'],
    });
    await policies.publish({ rules: [{ ...DENIES, reason: 'NAME_HIT' }] });
    expect(await submitted({ account_chargeback_rate: 0.06 })).toMatchObject({
      status: 'denied',
      denial_reason: 'not_eligible',
    });
    expect(await policies.trail()).toEqual(expect.arrayContaining(['funding.submitted', 'funding.denied']));
  });

  test.each([
    ['says review', { rules: [REVIEWS, APPROVES] }],
    ['has no rule that holds, and reviews otherwise', { rules: [DENIES], otherwise: 'REVIEW' as const }],
    ['has a rule that fails', { rules: [{ ...DENIES, when: 'tx.total > 5' }, APPROVES] }],
    ['would give a rate outside the pricing', { rules: [{ ...APPROVES, rate: 0.5 }] }],
  ])('leaves the request to an operator if it %s', async (_, policy) => {
    await policies.publish(policy);
    const settlement = await submitted();
    expect(settlement).toMatchObject({ status: 'submitted' });
    expect(await policies.decisionOn(settlement.funding_id)).toBeNull();
  });

  test('gives its rate to the offer, within the pricing of the partner', async () => {
    await policies.close();
    policies = await openPolicies({
      review: 'policy',
      interest_rate: { default: 0.02, bands: [{ currency: 'HKD', period_days_max: 90, rate: 0.01 }] },
    });
    await policies.publish({ rules: [{ ...APPROVES, rate: 0.015 }] });
    const settlement = await submitted();
    expect(settlement).toMatchObject({ status: 'approved', interest_rate: 0.015 });
    const decision = await policies.decisionOn(settlement.funding_id);
    expect(decision.interestRate).toBe(0.015);
    const facts = new Map(decision.facts.map(({ name, value }: Record<string, string>) => [name, value]));
    expect(
      ['interest_rate', 'rate_lowest', 'rate_highest', 'rate_ceiling'].map((name) => facts.get(name)),
    ).toEqual(['0.01', '0.01', '0.02', null]);
  });

  test('of the partner goes before the general one; without any, the request waits', async () => {
    expect(await submitted()).toMatchObject({ status: 'submitted' });
    await policies.publish({ rules: [APPROVES] });
    const { partnerId } = policies.partner;
    const own = await policies.publish({ rules: [{ ...APPROVES, then: 'DENY' }], partnerId });
    expect(await submitted()).toMatchObject({ status: 'denied', denial_reason: 'credit_policy' });
    await policies.move('retirePolicy', own.id);
    expect(await submitted()).toMatchObject({ status: 'approved' });
  });

  test('approves nothing while a hold stands, and still denies', async () => {
    await policies.publish({ rules: [DENIES], otherwise: 'APPROVE' });
    await policies.ask('mutation { hold(kind: ALL, reason: "r") { id } }', {}, 'hold');
    expect(await submitted()).toMatchObject({ status: 'submitted' });
    expect(await submitted({ account_chargeback_rate: 0.06 })).toMatchObject({ status: 'denied' });
  });

  test('does nothing for a partner whose settings approve', async () => {
    await policies.close();
    policies = await openPolicies({ review: 'auto' });
    await policies.publish({ rules: [DENIES], otherwise: 'DENY' });
    const settlement = await submitted();
    expect(settlement).toMatchObject({ status: 'approved' });
    expect(await policies.decisionOn(settlement.funding_id)).toMatchObject({
      origin: 'AUTOMATIC',
      policy: null,
    });
  });

  test.each(['constructor', '__proto__', 'toString'])(
    'is not confused by transactions with the member %s',
    async (name) => {
      await policies.publish({
        rules: [{ ...APPROVES, when: 'has(transactions.orders)' }],
        otherwise: 'DENY',
      });
      const transactions = JSON.parse(`{ "orders": [], "${name}": { "a": 1 } }`);
      expect(await submitted({ transactions })).toMatchObject({ status: 'approved' });
    },
  );
});

describe('a shadow', () => {
  test.each(['policy', 'auto'])('changes no outcome under the review %s, and is noted', async (review) => {
    const outcomes = async () =>
      Promise.all([submitted(), submitted({ account_chargeback_rate: 0.06 })]).then((all) =>
        all.map(({ status, denial_reason, interest_rate }) => [status, denial_reason, interest_rate]),
      );
    await policies.close();
    policies = await openPolicies({ review });
    await policies.publish({ rules: [DENIES], otherwise: 'APPROVE' });
    const without = await outcomes();
    const { id } = await policies.shadow({ rules: [{ ...APPROVES, then: 'DENY' }] });
    expect(await outcomes()).toEqual(without);
    const { funding_id } = await submitted();
    expect(await policies.decisionOn(funding_id)).toMatchObject({
      outcome: 'APPROVE',
      shadow: { policy: { id }, verdict: 'DENY', decisiveRule: 'small', reasons: ['CREDIT_POLICY'] },
    });
  });

  test('of all partners does not evaluate a partner with a live policy of its own', async () => {
    const { partnerId } = policies.partner;
    await policies.publish({ rules: [APPROVES], partnerId });
    await policies.shadow({ rules: [DENIES] });
    const shadowOf = async () => (await policies.decisionOn((await submitted()).funding_id)).shadow;
    expect(await shadowOf()).toBeNull();
    await policies.shadow({ rules: [DENIES], partnerId });
    expect(await shadowOf()).toMatchObject({ verdict: 'REVIEW' });
  });
});

describe('the advice to a person', () => {
  const decide = (verb: 'approve' | 'deny', id: string, override = '') =>
    policies.ask(
      `mutation ($id: ID!) { done: ${verb}InstantSettlement(id: $id ${verb === 'deny' ? ', reason: CREDIT_POLICY' : ''} ${override}) { status } }`,
      { id },
      'done',
    );

  beforeEach(async () => {
    await policies.close();
    policies = await openPolicies({ review: 'manual' });
  });

  test.each([
    ['approve', 'DENY', 'APPROVED'],
    ['deny', 'APPROVE', 'DENIED'],
  ] as const)('to %s against %s needs a reason, which is kept', async (verb, then, status) => {
    const { id } = await policies.publish({ rules: [{ ...APPROVES, then }] });
    const { funding_id, status: waits } = await submitted();
    expect(waits).toBe('submitted');
    expect(await policies.adviceOn(funding_id)).toMatchObject({ policy: { id }, verdict: then });
    expect(await decide(verb, funding_id)).toBe('parameter_missing');
    expect(await decide(verb, funding_id, ', override: "The board knows them"')).toEqual({ status });
    expect(await policies.decisionOn(funding_id)).toMatchObject({
      origin: 'PERSON',
      override: 'The board knows them',
      policy: { verdict: then, decisiveRule: 'small' },
    });
    expect(await policies.adviceOn(funding_id)).toBeNull();
  });

  test('that is followed, or leaves it to the person, needs no reason', async () => {
    await policies.publish({ rules: [DENIES], otherwise: 'APPROVE' });
    const [one, two] = [await submitted(), await submitted({ account_chargeback_rate: 0.06 })];
    expect(await decide('approve', one.funding_id)).toEqual({ status: 'APPROVED' });
    expect(await decide('deny', two.funding_id)).toEqual({ status: 'DENIED' });
    await policies.publish({ rules: [REVIEWS] });
    const three = await submitted();
    expect(await policies.adviceOn(three.funding_id)).toMatchObject({
      verdict: 'REVIEW',
      decisiveRule: 'new',
    });
    expect(await decide('deny', three.funding_id)).toEqual({ status: 'DENIED' });
    expect(await policies.decisionOn(three.funding_id)).toMatchObject({
      override: null,
      policy: { verdict: 'REVIEW' },
    });
  });

  test('is on the facts of the decision, not of the request', async () => {
    await policies.publish({ rules: [{ ...APPROVES, when: 'denials_90_days > 0', then: 'DENY' }] });
    const [one, two] = [await submitted(), await submitted()];
    expect(await policies.adviceOn(two.funding_id)).toMatchObject({ verdict: 'REVIEW' });
    await decide('deny', one.funding_id);
    expect(await policies.adviceOn(two.funding_id)).toMatchObject({ verdict: 'DENY' });
    expect(await decide('approve', two.funding_id)).toBe('parameter_missing');
  });

  test('is nothing that a partner sees', async () => {
    await policies.publish({ rules: [{ ...APPROVES, then: 'DENY', reason: 'SUSPECTED_FRAUD' }] });
    const { funding_id } = await submitted();
    const { json } = await policies.partner.graphql(
      'query ($id: ID!) { policyAdvice(fundingId: $id) { verdict } }',
      { id: funding_id },
    );
    expect(json.errors[0].extensions.code).toBe('permission_denied');
  });
});
