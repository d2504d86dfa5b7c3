import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import { openPolicies, type Policies, POLICY, type RuleSent } from './fixture.ts';

let policies: Policies;
beforeEach(async () => {
  policies = await openPolicies();
});
afterEach(() => policies.close());

const RULE: RuleSent = { key: 'too_many', when: 'chargeback_rate > 0.05', then: 'DENY' };

const fault = async (rules: readonly object[], input: object = {}) => {
  const { json } = await policies.operator.graphql(
    'mutation ($input: CreatePolicyInput!) { createPolicy(input: $input) { id } }',
    { input: { otherwise: 'REVIEW', rules, ...input } },
  );
  const [{ message, extensions }] = json.errors;
  return [extensions.code, extensions.param, message];
};

describe('a draft', () => {
  test('has the content that was sent, and only another content has another hash', async () => {
    const sent = { rules: [{ ...RULE, reason: 'HIGH_CHARGEBACK_RATE', note: 'n' }], purpose: 'p', note: 'x' };
    const policy = await policies.create(sent);
    expect(policy).toEqual({
      id: expect.stringMatching(/^pol_[0-9a-z]{26}$/),
      partnerId: null,
      state: 'DRAFT',
      otherwise: 'REVIEW',
      purpose: 'p',
      note: 'x',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      ownerName: expect.any(String),
      publishedAt: null,
      retiredAt: null,
      rules: [{ ...RULE, reason: 'HIGH_CHARGEBACK_RATE', rate: null, note: 'n' }],
    });
    expect(await policies.read(policy.id)).toEqual(policy);
    const again = await policies.create({ ...sent, purpose: 'other', note: 'other' });
    expect(again.hash).toBe(policy.hash);
    const others = [
      { ...sent, otherwise: 'DENY' as const },
      { ...sent, rules: [RULE] },
      { ...sent, partnerId: policies.partner.partnerId },
    ];
    for (const other of others) expect((await policies.create(other)).hash).not.toBe(policy.hash);
  });

  test('can be changed, and nothing else can', async () => {
    const { id, hash } = await policies.create({ rules: [RULE] });
    const update = (otherwise: string) =>
      policies.ask(
        `mutation ($id: ID!, $input: UpdatePolicyInput!) { updatePolicy(id: $id, input: $input) { ${POLICY} } }`,
        { id, input: { otherwise, rules: [RULE] } },
        'updatePolicy',
      );
    const changed = await update('APPROVE');
    expect(changed).toMatchObject({ id, otherwise: 'APPROVE', state: 'DRAFT' });
    expect(changed.hash).not.toBe(hash);
    for (const move of ['shadowPolicy', 'publishPolicy', 'retirePolicy'] as const) {
      await policies.move(move, id);
      expect(await update('DENY')).toBe('conflict');
    }
    expect(await policies.read(id)).toMatchObject({ otherwise: 'APPROVE', hash: changed.hash });
  });

  test.each([
    ['chargebacks > 0.05', 'Unknown variable: chargebacks', 'character 1'],
    ['amount > 1 &&\n  sector > 1', 'no such overload', 'line 2, character 3'],
    ['sector.matches("(a+)+$")', 'cannot use matches', 'character 1'],
    ['amount > 9007199254740992', 'no integer above 9007199254740991', 'character 10'],
    ['has(transactions.orders.id)', 'must ask has(tx.name) or has(transactions.name)', 'character 1'],
    [`${'('.repeat(20)}amount${')'.repeat(20)} > 1`, 'maxDepth', 'character'],
    ['amount', 'must be true or false; it is of type int', 'character 1'],
    [' ', 'must not be empty', ''],
  ])('with the condition %j is refused with its place and the reason', async (when, says, place) => {
    const [code, param, message] = await fault([RULE, { ...RULE, key: 'second', when }]);
    expect([code, param]).toEqual(['parameter_invalid', 'rules[1].when']);
    expect(message).toContain(says);
    expect(message).toContain(place);
  });

  test.each([
    [[RULE, RULE], 'rules'],
    [[], 'rules'],
    [Array.from({ length: 51 }, (_, index) => ({ ...RULE, key: `k${index}` })), 'rules'],
    [[{ ...RULE, key: 'Has Blanks' }], 'rules[0].key'],
    [[{ ...RULE, rate: 0.01 }], 'rules[0].rate'],
    [[{ ...RULE, then: 'APPROVE', reason: 'CREDIT_POLICY' }], 'rules[0].reason'],
    [[{ ...RULE, then: 'APPROVE', rate: 0.01234567891 }], 'rules[0].rate'],
    [[{ ...RULE, when: `amount > 1${' '.repeat(1_980)}&& amount > 2` }], 'rules[0].when'],
  ])('with the rules of case %# is refused by name', async (rules, param) => {
    expect((await fault(rules)).slice(0, 2)).toEqual(['parameter_invalid', param]);
  });

  test('with a key, a note or a purpose that is too long is refused by name', async () => {
    const refusals = [
      await fault([{ ...RULE, key: 'k'.repeat(41) }]),
      await fault([{ ...RULE, note: 'n'.repeat(501) }]),
      await fault([RULE], { note: 'n'.repeat(2_001) }),
      await fault([RULE], { purpose: 'p'.repeat(256) }),
    ];
    expect(refusals.map(([code, param]) => [code, param])).toEqual(
      ['rules[0].key', 'rules[0].note', 'note', 'purpose'].map((param) => ['parameter_invalid', param]),
    );
  });

  test('for a partner that does not exist is refused', async () => {
    expect((await fault([RULE], { partnerId: 'par_none' })).slice(0, 2)).toEqual([
      'parameter_invalid',
      'partnerId',
    ]);
  });
});

describe('the life of a version', () => {
  test('the next live version retires the former one of its scope, and no other', async () => {
    const { partnerId } = policies.partner;
    const first = await policies.publish({ rules: [RULE] });
    const own = await policies.publish({ rules: [RULE], partnerId });
    const beside = await policies.shadow({ rules: [RULE] });
    expect(first).toMatchObject({ state: 'LIVE', publishedAt: expect.any(String), retiredAt: null });
    const second = await policies.publish({ rules: [RULE], otherwise: 'DENY' });
    expect(await policies.read(first.id)).toMatchObject({ state: 'RETIRED', retiredAt: expect.any(String) });
    expect(await policies.read(own.id)).toMatchObject({ state: 'LIVE' });
    expect(await policies.read(beside.id)).toMatchObject({ state: 'SHADOW' });
    const next = await policies.shadow({ rules: [RULE] });
    expect(await policies.read(beside.id)).toMatchObject({ state: 'RETIRED' });
    expect(await policies.move('publishPolicy', next.id)).toMatchObject({ state: 'LIVE' });
    expect(await policies.read(second.id)).toMatchObject({ state: 'RETIRED' });
    expect(await verify(policies)).toMatchObject({ intact: true, faults: 0 });
  });

  test.each([
    ['LIVE', ['publishPolicy'], ['shadowPolicy', 'publishPolicy']],
    ['SHADOW', ['shadowPolicy'], ['shadowPolicy']],
    ['RETIRED', ['retirePolicy'], ['shadowPolicy', 'publishPolicy', 'retirePolicy']],
  ] as const)('a version that is %s goes no way back', async (state, way, refused) => {
    const { id } = await policies.create({ rules: [RULE] });
    for (const move of way) await policies.move(move, id);
    for (const move of refused) expect(await policies.move(move, id)).toBe('conflict');
    expect(await policies.read(id)).toMatchObject({ state });
  });

  test('versions that are published at once leave one live version', async () => {
    const drafts = await Promise.all(Array.from({ length: 5 }, () => policies.create({ rules: [RULE] })));
    await Promise.all(drafts.map(({ id }) => policies.move('publishPolicy', id)));
    const states = await Promise.all(drafts.map(async ({ id }) => (await policies.read(id)).state));
    expect(states.toSorted()).toEqual(['LIVE', 'RETIRED', 'RETIRED', 'RETIRED', 'RETIRED']);
    expect(await verify(policies)).toMatchObject({ intact: true, faults: 0 });
  });

  test('200 versions may be there that are not retired', async () => {
    const { id } = await policies.create({ rules: [RULE] });
    const row = await policies.gateway.database.reads
      .selectFrom('policy')
      .selectAll()
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 199 }, (_, index) => ({ ...row, id: `pol_${index}` }));
    await policies.gateway.database.transaction(async (db) => {
      await db.insertInto('policy').values(copies).execute();
    });
    expect(await policies.create({ rules: [RULE] })).toBe('limit_reached');
    await policies.move('retirePolicy', id);
    expect(await policies.create({ rules: [RULE] })).toMatchObject({ state: 'DRAFT' });
  });

  test('the list has all versions, newest first, by state and by partner', async () => {
    const { partnerId } = policies.partner;
    const live = await policies.publish({ rules: [RULE] });
    const own = await policies.create({ rules: [RULE], partnerId });
    const listed = async (filter: object) => {
      const { nodes, totalCount } = await policies.ask(
        'query ($filter: PolicyFilter) { policies(filter: $filter) { totalCount nodes { id } } }',
        { filter },
        'policies',
      );
      return [totalCount, nodes.map(({ id }: { id: string }) => id)];
    };
    expect(await listed({})).toEqual([2, [own.id, live.id]]);
    expect(await listed({ state: 'LIVE' })).toEqual([1, [live.id]]);
    expect(await listed({ partnerId })).toEqual([1, [own.id]]);
  });

  test('each step is an event that no partner sees', async () => {
    const { id } = await policies.create({ rules: [RULE] });
    for (const move of ['shadowPolicy', 'publishPolicy', 'retirePolicy'] as const)
      await policies.move(move, id);
    const trail = await policies.trail();
    expect(trail.filter((type) => type.startsWith('policy.'))).toEqual([
      'policy.created',
      'policy.shadowed',
      'policy.trial_started',
      'policy.published',
      'policy.retired',
    ]);
    const { json } = await policies.partner.rest('GET', '/v1/events?limit=100');
    expect(JSON.stringify(json)).not.toContain('policy');
    const { json: seen } = await policies.partner.graphql('query ($id: ID!) { node(id: $id) { id } }', {
      id,
    });
    expect(seen).toEqual({ data: { node: null } });
    const { json: asked } = await policies.partner.graphql('query ($id: ID!) { policy(id: $id) { id } }', {
      id,
    });
    expect(asked.errors[0].extensions.code).toBe('permission_denied');
  });
});

test('a version that was written in the database directly decides nothing: an operator does, and the audit names it', async () => {
  const { id } = await policies.publish({ rules: [RULE], otherwise: 'DENY' });
  const forge = (change: object) =>
    policies.gateway.database.transaction(async (db) => {
      await db.updateTable('policy').set(change).where('id', '=', id).execute();
    });
  await forge({ scope: policies.partner.partnerId });
  const { customerId } = policies;
  const body = { customer_id: customerId, currency: 'HKD', amount: 1_000_000, settlement_period: 30 };
  const rates = { account_chargeback_rate: 0.01, account_refund_rate: 0.01, transactions: {} };
  const { json } = await policies.partner.rest('POST', '/v1/instant-settlements', { ...body, ...rates });
  expect(json).toMatchObject({ status: 'submitted', denial_reason: null });
  expect(JSON.stringify(await verify(policies))).toContain(`policy/${id}`);
});
