import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { allowEverything, verify } from '../../support/fixtures/audit-fixture.ts';
import { readTrialToItsEnd, tryPolicy } from '../../support/fixtures/policy-trial.ts';
import { settlementBody } from '../../support/gateway.ts';
import { openPolicies, type Policies, type RuleSent } from './fixture.ts';

let policies: Policies;
beforeEach(async () => {
  policies = await openPolicies({ review: 'auto' });
});
afterEach(() => policies.close());

const DENIES: RuleSent = {
  key: 'chargebacks',
  when: 'chargeback_rate > 0.05',
  then: 'DENY',
  reason: 'HIGH_CHARGEBACK_RATE',
};

const TRIAL = `trialId policyId hash state total done changed failed unreadable from until endedAt ownerName
  groups { outcome verdict changed count amounts { currency amount } }`;
const ALL = { from: '2001-01-01', until: '2030-01-01' };

const start = (id: string, { from, until } = ALL) =>
  policies.ask(
    `mutation ($id: ID!, $from: DateTime!, $until: DateTime!) {
      startPolicyTrial(id: $id, from: $from, until: $until) { ${TRIAL} } }`,
    { id, from: `${from}T00:00:00Z`, until: `${until}T00:00:00Z` },
    'startPolicyTrial',
  );
const trial = (id: string) =>
  policies.ask(`query ($id: ID!) { policyTrial(id: $id) { ${TRIAL} } }`, { id }, 'policyTrial');
const cancel = (id: string) =>
  policies.ask(
    'mutation ($id: ID!) { cancelPolicyTrial(id: $id) { state done endedAt } }',
    { id },
    'cancelPolicyTrial',
  );
const cases = (id: string, page: object = {}) =>
  policies.ask(
    `query ($id: ID!, $first: Int, $after: String) { policyTrialCases(id: $id, first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      nodes { fundingId outcome amount currency evaluation { verdict decisiveRule
        because { hit failed rule { key } facts { name value } sentences } } } } }`,
    { id, ...page },
    'policyTrialCases',
  );

async function submit(changes: object = {}): Promise<string> {
  const body = { ...settlementBody(policies.customerId), account_chargeback_rate: 0.01, ...changes };
  const { json } = await policies.partner.rest('POST', '/v1/instant-settlements', body);
  expect(json.status).toBe('approved');
  return json.funding_id;
}

/** A trial that was read to its end. */
async function tried(id: string) {
  const { trialId } = await start(id);
  await readTrialToItsEnd(policies.gateway);
  return trial(trialId);
}

const groupsOf = ({ groups }: { groups: { count: number; outcome: string; verdict: string }[] }) =>
  Object.fromEntries(
    groups
      .filter(({ count }) => count > 0)
      .map(({ outcome, verdict, count }) => [`${outcome} ${verdict}`, count]),
  );

describe('a trial', () => {
  test('counts what was decided beside what the policy says, with the amounts, and lists each change', async () => {
    await submit();
    const risky = await submit({ account_chargeback_rate: 0.06, amount: 700 });
    const unknown = await submit({ amount: 800 });
    const fails: RuleSent = { key: 'fails', when: 'amount == 800 && tx.advance_ratio > 0.9', then: 'REVIEW' };
    const { id, hash } = await policies.create({ rules: [DENIES, fails], otherwise: 'APPROVE' });
    const seen = await tried(id);
    expect(seen).toMatchObject({
      policyId: id,
      hash,
      state: 'FINISHED',
      total: 3,
      done: 3,
      changed: 2,
      failed: 1,
      unreadable: 0,
      endedAt: expect.any(String),
      ownerName: expect.any(String),
    });
    expect(groupsOf(seen)).toEqual({ 'APPROVE APPROVE': 1, 'APPROVE DENY': 1, 'APPROVE REVIEW': 1 });
    expect(seen.groups).toHaveLength(6);
    expect(seen.groups).toContainEqual({
      outcome: 'APPROVE',
      verdict: 'DENY',
      changed: true,
      count: 1,
      amounts: [{ currency: 'HKD', amount: '700' }],
    });
    const { totalCount, nodes } = await cases(seen.trialId);
    expect(totalCount).toBe(2);
    expect(nodes.map(({ fundingId }: { fundingId: string }) => fundingId)).toEqual([unknown, risky]);
    expect(nodes[1]).toEqual({
      fundingId: risky,
      outcome: 'APPROVE',
      amount: 700,
      currency: 'HKD',
      evaluation: {
        verdict: 'DENY',
        decisiveRule: 'chargebacks',
        because: [
          {
            hit: true,
            failed: false,
            rule: { key: 'chargebacks' },
            facts: [{ name: 'chargeback_rate', value: '0.06' }],
            sentences: ['chargeback rate 6 % is above 5 %'],
          },
        ],
      },
    });
    expect(nodes[0].evaluation).toMatchObject({
      verdict: 'REVIEW',
      decisiveRule: null,
      because: [{ hit: false, failed: true, rule: { key: 'fails' } }],
    });
    const first = await cases(seen.trialId, { first: 1 });
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = await cases(seen.trialId, { first: 1, after: first.pageInfo.endCursor });
    expect(second.nodes[0].fundingId).toBe(risky);
  });

  test('changes no decision, and says the same whenever it runs', async () => {
    await submit({ account_chargeback_rate: 0.06 });
    await policies.publish({ rules: [DENIES] });
    const before = await policies.gateway.database.reads
      .selectFrom('decision')
      .selectAll()
      .orderBy('id')
      .execute();
    const { id } = await policies.create({ rules: [DENIES], otherwise: 'APPROVE' });
    const [first, second] = [await tried(id), await tried(id)];
    expect(second.groups).toEqual(first.groups);
    expect(
      await policies.gateway.database.reads.selectFrom('decision').selectAll().orderBy('id').execute(),
    ).toEqual(before);
    expect(await verify(policies)).toMatchObject({ intact: true, faults: 0 });
  });

  test('reads only the decisions of its time and of its partner, and none of partners with a live policy', async () => {
    await submit();
    const { id } = await policies.create({ rules: [DENIES] });
    const day = (from: string, until: string) => start(id, { from, until });
    expect(await day('2026-02-01', '2026-02-28')).toBe('parameter_invalid');
    expect(await day('2026-03-01', '2026-03-01')).toMatchObject({ state: 'RUNNING' });
    await readTrialToItsEnd(policies.gateway);
    expect(await day('2026-03-02', '2030-01-01')).toBe('parameter_invalid');
    const { partnerId } = await policies.newPartner({ review: 'auto' });
    const other = await policies.create({ rules: [DENIES], partnerId });
    expect(await start(other.id)).toMatchObject({ state: 'FINISHED', total: 0 });
    await policies.publish({ rules: [DENIES], partnerId: policies.partner.partnerId });
    expect(await start(id)).toMatchObject({ state: 'FINISHED', total: 0 });
  });

  test('refuses a time that ends before it begins', async () => {
    const { id } = await policies.create({ rules: [DENIES] });
    expect(await start(id, { from: '2026-03-02', until: '2026-03-01' })).toBe('parameter_invalid');
    expect(await start('pol_none')).toBe('resource_missing');
    expect(await trial('trl_none')).toBeNull();
    expect(await cancel('trl_none')).toBe('resource_missing');
  });

  test('keeps the rules with which it began, although the draft changes', async () => {
    await submit({ account_chargeback_rate: 0.06 });
    const { id, hash } = await policies.create({ rules: [DENIES], otherwise: 'APPROVE' });
    const { trialId } = await start(id);
    await policies.ask(
      'mutation ($id: ID!, $input: UpdatePolicyInput!) { updatePolicy(id: $id, input: $input) { id } }',
      { id, input: { otherwise: 'APPROVE', rules: [{ ...DENIES, key: 'never', when: 'amount < 0' }] } },
      'updatePolicy',
    );
    await readTrialToItsEnd(policies.gateway);
    expect(await trial(trialId)).toMatchObject({ hash, changed: 1 });
    const { nodes } = await cases(trialId);
    expect(nodes[0].evaluation.because).toMatchObject([{ rule: { key: 'chargebacks' }, hit: true }]);
  });

  test('counts a decision that the gateway did not write as unreadable', async () => {
    await submit();
    const risky = await submit({ account_chargeback_rate: 0.06 });
    await allowEverything(policies);
    await policies.gateway.database.transaction(async (db) => {
      await db.updateTable('decision').set({ outcome: 'deny' }).where('settlement_id', '=', risky).execute();
    });
    const { id } = await policies.create({ rules: [DENIES], otherwise: 'APPROVE' });
    expect(await tried(id)).toMatchObject({ state: 'FINISHED', done: 2, changed: 0, unreadable: 1 });
  });
});

describe('one trial runs at a time', () => {
  beforeEach(async () => {
    await submit({ account_chargeback_rate: 0.06 });
  });

  test('also if several start at once, and the next begins when it ended or was cancelled', async () => {
    const { id } = await policies.create({ rules: [DENIES] });
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(id)));
    const [running, ...more] = answers.filter((answer) => answer !== 'conflict');
    expect([running.state, more]).toEqual(['RUNNING', []]);
    expect(await cancel(running.trialId)).toMatchObject({ state: 'CANCELLED', endedAt: expect.any(String) });
    expect(await cancel(running.trialId)).toBe('conflict');
    await readTrialToItsEnd(policies.gateway);
    expect(await trial(running.trialId)).toMatchObject({ state: 'CANCELLED', done: 0 });
    const next = await start(id);
    await readTrialToItsEnd(policies.gateway);
    expect(await trial(next.trialId)).toMatchObject({ state: 'FINISHED', done: 1 });
  });

  test('a process leaves it to another one, until its claim is older than 15 seconds', async () => {
    const { id } = await policies.create({ rules: [DENIES] });
    const { trialId } = await start(id);
    const claim = (leased_until: string) =>
      policies.gateway.database.transaction(async (db) => {
        await db.updateTable('policy_trial').set({ lease: 'killed', leased_until }).execute();
      });
    await claim('2026-03-01T00:00:15Z');
    await readTrialToItsEnd(policies.gateway);
    expect(await trial(trialId)).toMatchObject({ state: 'RUNNING', done: 0 });
    await claim('2026-02-28T23:59:59Z');
    await readTrialToItsEnd(policies.gateway);
    expect(await trial(trialId)).toMatchObject({ state: 'FINISHED', done: 1 });
  });

  test('two processes that read it at once count each decision once', async () => {
    await submit({ account_chargeback_rate: 0.06 });
    const { id } = await policies.create({ rules: [DENIES] });
    const { trialId } = await start(id);
    await Promise.all(['one', 'two', 'three'].map((lease) => readTrialToItsEnd(policies.gateway, lease)));
    expect(await trial(trialId)).toMatchObject({ state: 'FINISHED', done: 2, changed: 2 });
    expect((await cases(trialId)).totalCount).toBe(2);
  });

  test('one that the gateway did not write ends as failed, and blocks no other', async () => {
    const { id } = await policies.create({ rules: [DENIES] });
    const forge = async (change: object) => {
      const { trialId } = await start(id);
      await policies.gateway.database.transaction(async (db) => {
        await db.updateTable('policy_trial').set(change).where('id', '=', trialId).execute();
      });
      return trialId;
    };
    const forged = await forge({ done: 7 });
    await readTrialToItsEnd(policies.gateway);
    expect(await trial(forged)).toBe('service_unavailable');
    const { id: row } = await policies.gateway.database.reads
      .selectFrom('policy_trial')
      .select('id')
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    expect(row).toBe(forged);
    await forge({ done: 7 });
    const shown = await policies.ask(
      'query ($id: ID!) { policy(id: $id) { hash isTried isTrialDamaged trial { state } } }',
      { id },
      'policy',
    );
    const hash = expect.stringMatching(/./);
    expect(shown).toEqual({ hash, isTried: false, isTrialDamaged: true, trial: null });
    expect(await start(id)).toMatchObject({ state: 'RUNNING' });
    expect(JSON.stringify(await verify(policies))).toContain(`policy_trial/${forged}`);
  });
});

describe('a policy is published', () => {
  test('only after a finished trial of its present content', async () => {
    await submit();
    const { id } = await policies.create({ rules: [DENIES] });
    const isTried = async () =>
      policies.ask('query ($id: ID!) { policy(id: $id) { isTried trial { state } } }', { id }, 'policy');
    const publish = (each = id) => policies.moveUntried('publishPolicy', each);
    expect([await isTried(), await publish()]).toEqual([{ isTried: false, trial: null }, 'conflict']);
    const { trialId } = await start(id);
    expect(await publish()).toBe('conflict');
    await cancel(trialId);
    expect(await publish()).toBe('conflict');
    await tried(id);
    expect(await isTried()).toEqual({ isTried: true, trial: { state: 'FINISHED' } });
    await policies.ask(
      'mutation ($id: ID!, $input: UpdatePolicyInput!) { updatePolicy(id: $id, input: $input) { id } }',
      { id, input: { otherwise: 'DENY', rules: [DENIES] } },
      'updatePolicy',
    );
    expect([await isTried(), await publish()]).toEqual([
      { isTried: false, trial: { state: 'FINISHED' } },
      'conflict',
    ]);
    const same = await policies.create({ rules: [DENIES] });
    expect(await publish(same.id)).toMatchObject({ state: 'LIVE' });
    await tried(id);
    expect(await publish()).toMatchObject({ state: 'LIVE' });
  });

  test('not by a trial that read no decision, unless there is none for the policy', async () => {
    const { id } = await policies.create({ rules: [DENIES] });
    const none = { from: '2001-01-01', until: '2001-01-02' };
    expect(await start(id, none)).toMatchObject({ state: 'FINISHED', total: 0 });
    expect(await policies.moveUntried('publishPolicy', id)).toMatchObject({ state: 'LIVE' });
    await submit();
    const next = await policies.create({ rules: [DENIES], otherwise: 'APPROVE' });
    expect(await start(next.id, none)).toBe('parameter_invalid');
    expect(await policies.moveUntried('publishPolicy', next.id)).toBe('conflict');
    await tryPolicy(policies, next.id);
    expect(await policies.moveUntried('publishPolicy', next.id)).toMatchObject({ state: 'LIVE' });
    // Another partner has no decision yet.
    const { partnerId } = await policies.newPartner();
    const own = await policies.create({ rules: [DENIES], partnerId });
    expect(await start(own.id, none)).toMatchObject({ state: 'FINISHED', total: 0 });
  });

  test('not by a trial that was written in the database directly', async () => {
    const { id, hash } = await policies.create({ rules: [DENIES] });
    const other = await policies.create({ rules: [{ key: 'other', when: 'amount > 1', then: 'REVIEW' }] });
    await tryPolicy(policies, other.id);
    await policies.gateway.database.transaction(async (db) => {
      await db.updateTable('policy_trial').set({ hash }).execute();
    });
    expect(await policies.moveUntried('publishPolicy', id)).toBe('conflict');
  });
});

test('twenty trials are kept, and the cases of the others are removed', async () => {
  await submit({ account_chargeback_rate: 0.06 });
  const { id } = await policies.create({ rules: [DENIES] });
  const { trialId } = await tried(id);
  const { trialId: second } = await tried(id);
  for (let count = 0; count < 19; count += 1) await tryPolicy(policies, id);
  expect(await trial(trialId)).toBeNull();
  expect(await trial(second)).toMatchObject({ changed: 1 });
  await runHousekeeping(policies.gateway);
  const left = await policies.gateway.database.reads
    .selectFrom('policy_trial_case')
    .select('trial_id')
    .execute();
  const ids = left.map(({ trial_id }) => trial_id);
  expect([ids.length, ids.includes(second), ids.includes(trialId)]).toEqual([20, true, false]);
});

test('a partner sees no trial, and cannot start one', async () => {
  const { id } = await policies.create({ rules: [DENIES] });
  const { json } = await policies.partner.graphql(
    'mutation ($id: ID!) { startPolicyTrial(id: $id, from: "2001-01-01T00:00:00Z", until: "2001-01-01T00:00:00Z") { state } }',
    { id },
  );
  expect(json.errors[0].extensions.code).toBe('permission_denied');
});
