import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FACTS } from '../../../src/nouns/decision/facts/facts.rules.ts';
import { transactionFacts } from '../../../src/nouns/decision/facts/transaction-facts.rules.ts';
import { settlementBody } from '../../support/gateway.ts';
import { checkpointAll, verify } from '../../support/fixtures/audit-fixture.ts';
import { moveBefore } from '../settlement/servicing/former.ts';
import { openServicing } from '../settlement/servicing/fixture.ts';

type Fixture = Awaited<ReturnType<typeof openServicing>>;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openServicing();
});
afterAll(() => fixture.close());

const DECISIONS = `decisions {
  id outcome origin actor interestRate reasons factsKept createdAt facts { name type value }
}`;

interface Decision {
  readonly id: string;
  readonly facts: readonly { readonly name: string; readonly type: string; readonly value: string | null }[];
}

async function decisionsOf(id: string): Promise<readonly (Decision & Readonly<Record<string, unknown>>)[]> {
  const { json } = await fixture.operator.graphql(
    `query ($id: ID!) { instantSettlement(id: $id) { ${DECISIONS} } }`,
    { id },
  );
  expect(json.errors).toBeUndefined();
  return json.data.instantSettlement.decisions;
}

/** The values of some facts of the only decision on a settlement. */
async function factsOf(id: string, ...names: readonly string[]) {
  const [decision] = await decisionsOf(id);
  const facts = new Map(decision?.facts.map(({ name, value }) => [name, value]));
  return Object.fromEntries(names.map((name) => [name, facts.get(name)]));
}

const approve = async (id: string) => {
  const { json } = await fixture.operator.graphql(
    'mutation ($id: ID!) { approveInstantSettlement(id: $id, interestRate: 0.01) { id } }',
    { id },
  );
  expect(json.errors).toBeUndefined();
};
const deny = async (id: string, args = 'reason: CREDIT_POLICY') => {
  const { json } = await fixture.operator.graphql(
    `mutation ($id: ID!) { denyInstantSettlement(id: $id, ${args}) { denialReason } }`,
    { id },
  );
  expect(json.errors).toBeUndefined();
  return json.data.denyInstantSettlement.denialReason;
};

const LIST = [
  { transaction_date: '2026-01-05', transaction_currency: 'HKD', transaction_amount: 3_000_000 },
  { transaction_date: '2026-02-07T10:00:00', transaction_currency: 'HKD', transaction_amount: 1_000_000 },
];

describe('a decision of a person', () => {
  test('keeps every fact unchanged, and says who decided', async () => {
    const id = await fixture.submit({
      amount: 1_000_000,
      account_refund_rate: 0.02,
      transactions: { transaction_list: LIST, note: 'x', 'a person': 1 },
    });
    await approve(id);
    const [decision, ...more] = await decisionsOf(id);
    expect(more).toEqual([]);
    expect(decision).toMatchObject({
      outcome: 'APPROVE',
      origin: 'PERSON',
      interestRate: 0.01,
      reasons: [],
      factsKept: true,
    });
    expect(decision?.facts.map(({ name }) => name)).toEqual(Object.keys(FACTS));
    expect(
      await factsOf(
        id,
        'amount',
        'currency',
        'settlement_period',
        'annual_rate',
        'chargeback_rate',
        'refund_rate_given',
        'country',
        'sector',
        'customer_age_days',
        'date_of_incorporation',
        'kyc_warnings',
        'is_sensitive_business',
        'has_namecheck_hits',
        'tx.count',
        'tx.total',
        'tx.first_day',
        'tx.last_day',
        'tx.advance_ratio',
        'transactions',
      ),
    ).toEqual({
      amount: '1000000',
      currency: 'HKD',
      settlement_period: '14',
      annual_rate: '0.2607142857',
      chargeback_rate: '0.03',
      refund_rate_given: 'true',
      country: 'HK',
      sector: 'wholesale',
      customer_age_days: '1',
      date_of_incorporation: '2015-04-01',
      kyc_warnings: expect.stringMatching(/^\d+$/),
      is_sensitive_business: 'false',
      has_namecheck_hits: null,
      'tx.count': '2',
      'tx.total': '4000000',
      'tx.first_day': '2026-01-05',
      'tx.last_day': '2026-02-07',
      'tx.advance_ratio': '0.25',
      transactions: '["note","transaction_list"]',
    });
  });

  test('has up to four reasons, and partners read only the first that they may know', async () => {
    const id = await fixture.submit();
    expect(await deny(id, 'reason: NAME_HIT, moreReasons: [SUSPECTED_FRAUD, CREDIT_POLICY, NAME_HIT]')).toBe(
      'NOT_ELIGIBLE',
    );
    const [decision] = await decisionsOf(id);
    expect(decision?.['reasons']).toEqual(['NAME_HIT', 'SUSPECTED_FRAUD', 'CREDIT_POLICY']);
    await fixture.relay();
    const shown = await Promise.all([
      fixture.partner.rest('GET', `/v1/instant-settlements/${id}`),
      fixture.partner.rest('GET', '/v1/instant-settlements'),
      fixture.partner.rest('GET', `/v1/events?subject=funding/${id}`),
      fixture.partner.graphql(
        'query ($id: ID!) { instantSettlement(id: $id) { denialReason history { denialReason } } }',
        { id },
      ),
    ]);
    for (const { status, text } of shown) {
      expect(status).toBe(200);
      expect(text).toMatch(/not_eligible/i);
      expect(text).not.toMatch(/name_hit|suspected_fraud|credit_policy|dcn_/i);
    }
  });

  test('refuses a fifth reason, and a partner who asks for decisions', async () => {
    const id = await fixture.submit();
    const { json } = await fixture.operator.graphql(
      `mutation ($id: ID!) { denyInstantSettlement(id: $id, reason: CREDIT_POLICY,
        moreReasons: [NAME_HIT, ON_HOLD, SUSPECTED_FRAUD, SCREENING_HIT]) { id } }`,
      { id },
    );
    expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'moreReasons' });
    const asked = await fixture.partner.graphql(
      'query ($id: ID!) { instantSettlement(id: $id) { decisions { id } } }',
      { id },
    );
    expect(asked.json.errors[0].extensions.code).toBe('permission_denied');
  });

  test('is found by its id', async () => {
    const id = await fixture.submit();
    await deny(id);
    const [decision] = await decisionsOf(id);
    const query = 'query ($id: ID!) { node(id: $id) { id ... on Decision { fundingId outcome } } }';
    const { json } = await fixture.operator.graphql(query, { id: decision?.id });
    expect(json.data.node).toEqual({ id: decision?.id, fundingId: id, outcome: 'DENY' });
    expect((await fixture.partner.graphql(query, { id: decision?.id })).json.data?.node ?? null).toBeNull();
  });
});

test('a decision of an earlier version says that its facts were not kept', async () => {
  const id = await fixture.submit({ amount: 10_000_000, settlement_period: 30 });
  await moveBefore(fixture, id, 'approve');
  const [decision] = await decisionsOf(id);
  expect(decision).toMatchObject({ outcome: 'APPROVE', origin: 'PERSON', factsKept: false, facts: [] });
});

test('what happened with the customer before is among the facts', async () => {
  const { partner } = fixture;
  const customer = await partner.completeCustomer();
  const submit = async (changes = {}) => {
    const body = settlementBody(customer, { amount: 10_000_000, settlement_period: 30, ...changes });
    return String((await partner.rest('POST', '/v1/instant-settlements', body)).json.funding_id);
  };
  const before = (id: string) =>
    factsOf(
      id,
      'outstanding',
      'committed',
      'claims',
      'overdue',
      'denials_90_days',
      'repaid_count',
      'worst_days_past_due',
      'returned_repayments_90_days',
      'extensions',
    );
  const first = await submit();
  await deny(first);
  expect(await before(first)).toEqual({
    outstanding: '{}',
    committed: '{}',
    claims: '{}',
    overdue: '{}',
    denials_90_days: '0',
    repaid_count: '0',
    worst_days_past_due: '0',
    returned_repayments_90_days: '0',
    extensions: '0',
  });

  const fund = async () => {
    const id = await submit();
    await approve(id);
    await partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
    const { errors } = await fixture.change('disburseInstantSettlement', id, 'reference: "payment"');
    expect(errors).toBeUndefined();
    return id;
  };
  const paid = await fund();
  const open = await fund();
  await approve(await submit());
  await fixture.change('extendInstantSettlement', open, 'dueOn: "2026-04-20", reason: "asked"');
  fixture.onDay('2026-04-06');
  await fixture.record(paid, 10_100_000, '2026-04-06');
  const returned = await fixture.record(open, 1_000_000, '2026-04-06');
  await fixture.reverse(returned);
  const second = await submit();
  await deny(second);
  expect(await before(second)).toEqual({
    outstanding: '{"HKD":10100000}',
    committed: '{}',
    claims: '{}',
    overdue: '{}',
    denials_90_days: '1',
    repaid_count: '1',
    worst_days_past_due: '5',
    returned_repayments_90_days: '1',
    extensions: '1',
  });

  fixture.onDay('2026-07-01');
  const third = await submit();
  await deny(third);
  expect(await before(third)).toMatchObject({
    overdue: '{"HKD":10100000}',
    denials_90_days: '1',
    worst_days_past_due: '72',
  });
  await checkpointAll(fixture);
  expect((await verify(fixture)).findings).toEqual([]);
});

describe('transactions', () => {
  const listOf = (list: unknown) => transactionFacts(JSON.stringify({ transaction_list: list })).list;
  const [one] = LIST;

  test.each([
    ['no object', null],
    ['an empty list', []],
    ['two currencies', [one, { ...one, transaction_currency: 'USD' }]],
    ['an amount that is text', [{ ...one, transaction_amount: '10' }]],
    ['no day', [{ ...one, transaction_date: 'May' }]],
    ['an entry that is no object', [one, 7]],
  ])('with %s have no list', (_what, list) => {
    expect(listOf(list)).toBeNull();
  });

  test('with decimals are in the unit of the currency', () => {
    const yen = [{ ...one, transaction_currency: 'JPY', transaction_amount: 10.5 }];
    expect(listOf([{ ...one, transaction_amount: 10.5 }])).toMatchObject({ total: 1_050 });
    expect(listOf(yen)).toMatchObject({ total: 11 });
  });

  test('keep only names that are words, and none if there are more than fifty', () => {
    const sent = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`name_${at + 100}`, at]));
    expect(transactionFacts(JSON.stringify(sent)).names).toBeNull();
    expect(transactionFacts(JSON.stringify({ 'Chan Tai Man': 1, orders: [] })).names).toEqual(['orders']);
  });
});
