import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { allowEverything, verify } from '../../support/fixtures/audit-fixture.ts';
import { readTrialToItsEnd, tryPolicy } from '../../support/fixtures/policy-trial.ts';
import type { RuleSent } from './fixture.ts';
import { DENIES, openTrials, type Trials } from './trials.ts';

let policies: Trials;
beforeEach(async () => {
  policies = await openTrials();
});
afterEach(() => policies.close());

const groupsOf = ({ groups }: { groups: { count: number; outcome: string; verdict: string }[] }) =>
  Object.fromEntries(
    groups
      .filter(({ count }) => count > 0)
      .map(({ outcome, verdict, count }) => [`${outcome} ${verdict}`, count]),
  );

describe('a trial', () => {
  test('counts what was decided beside what the policy says, with the amounts, and lists each change', async () => {
    await policies.submitApproved();
    const risky = await policies.submitApproved({ account_chargeback_rate: 0.06, amount: 700 });
    const unknown = await policies.submitApproved({ amount: 800 });
    const fails: RuleSent = { key: 'fails', when: 'amount == 800 && tx.advance_ratio > 0.9', then: 'REVIEW' };
    const { id, hash } = await policies.create({ rules: [DENIES, fails], otherwise: 'APPROVE' });
    const seen = await policies.tried(id);
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
    const { totalCount, nodes } = await policies.cases(seen.trialId);
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
    const first = await policies.cases(seen.trialId, { first: 1 });
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = await policies.cases(seen.trialId, { first: 1, after: first.pageInfo.endCursor });
    expect(second.nodes[0].fundingId).toBe(risky);
  });

  test('changes no decision, and says the same whenever it runs', async () => {
    await policies.submitApproved({ account_chargeback_rate: 0.06 });
    await policies.publish({ rules: [DENIES] });
    const before = await policies.gateway.database.reads
      .selectFrom('decision')
      .selectAll()
      .orderBy('id')
      .execute();
    const { id } = await policies.create({ rules: [DENIES], otherwise: 'APPROVE' });
    const [first, second] = [await policies.tried(id), await policies.tried(id)];
    expect(second.groups).toEqual(first.groups);
    expect(
      await policies.gateway.database.reads.selectFrom('decision').selectAll().orderBy('id').execute(),
    ).toEqual(before);
    expect(await verify(policies)).toMatchObject({ intact: true, faults: 0 });
  });

  test('reads only the decisions of its time and of its partner, and none of partners with a live policy', async () => {
    await policies.submitApproved();
    const { id } = await policies.create({ rules: [DENIES] });
    const day = (from: string, until: string) => policies.start(id, { from, until });
    expect(await day('2026-02-01', '2026-02-28')).toBe('parameter_invalid');
    expect(await day('2026-03-01', '2026-03-01')).toMatchObject({ state: 'RUNNING' });
    await readTrialToItsEnd(policies.gateway);
    expect(await day('2026-03-02', '2030-01-01')).toBe('parameter_invalid');
    const { partnerId } = await policies.newPartner({ review: 'auto' });
    const other = await policies.create({ rules: [DENIES], partnerId });
    expect(await policies.start(other.id)).toMatchObject({ state: 'FINISHED', total: 0 });
    await policies.publish({ rules: [DENIES], partnerId: policies.partner.partnerId });
    expect(await policies.start(id)).toMatchObject({ state: 'FINISHED', total: 0 });
  });

  test('refuses a time that ends before it begins', async () => {
    const { id } = await policies.create({ rules: [DENIES] });
    expect(await policies.start(id, { from: '2026-03-02', until: '2026-03-01' })).toBe('parameter_invalid');
    expect(await policies.start('pol_none')).toBe('resource_missing');
    expect(await policies.trial('trl_none')).toBeNull();
    expect(await policies.cancel('trl_none')).toBe('resource_missing');
  });

  test('keeps the rules with which it began, although the draft changes', async () => {
    await policies.submitApproved({ account_chargeback_rate: 0.06 });
    const { id, hash } = await policies.create({ rules: [DENIES], otherwise: 'APPROVE' });
    const { trialId } = await policies.start(id);
    await policies.ask(
      'mutation ($id: ID!, $input: UpdatePolicyInput!) { updatePolicy(id: $id, input: $input) { id } }',
      { id, input: { otherwise: 'APPROVE', rules: [{ ...DENIES, key: 'never', when: 'amount < 0' }] } },
      'updatePolicy',
    );
    await readTrialToItsEnd(policies.gateway);
    expect(await policies.trial(trialId)).toMatchObject({ hash, changed: 1 });
    const { nodes } = await policies.cases(trialId);
    expect(nodes[0].evaluation.because).toMatchObject([{ rule: { key: 'chargebacks' }, hit: true }]);
  });

  test('counts a decision that the gateway did not write as unreadable', async () => {
    await policies.submitApproved();
    const risky = await policies.submitApproved({ account_chargeback_rate: 0.06 });
    await allowEverything(policies);
    await policies.gateway.database.transaction(async (db) => {
      await db.updateTable('decision').set({ outcome: 'deny' }).where('settlement_id', '=', risky).execute();
    });
    const { id } = await policies.create({ rules: [DENIES], otherwise: 'APPROVE' });
    expect(await policies.tried(id)).toMatchObject({ state: 'FINISHED', done: 2, changed: 0, unreadable: 1 });
  });

  test('that the gateway did not write ends as failed, and blocks no other', async () => {
    await policies.submitApproved();
    const { id } = await policies.create({ rules: [DENIES] });
    const forge = async (change: object) => {
      const { trialId } = await policies.start(id);
      await policies.gateway.database.transaction(async (db) => {
        await db.updateTable('policy_trial').set(change).where('id', '=', trialId).execute();
      });
      return trialId;
    };
    const forged = await forge({ done: 7 });
    await readTrialToItsEnd(policies.gateway);
    expect(await policies.trial(forged)).toBe('service_unavailable');
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
    expect(await policies.start(id)).toMatchObject({ state: 'RUNNING' });
    expect(JSON.stringify(await verify(policies))).toContain(`policy_trial/${forged}`);
  });
});

describe('a policy is published', () => {
  test('only after a finished trial of its present content', async () => {
    await policies.submitApproved();
    const { id } = await policies.create({ rules: [DENIES] });
    const isTried = async () =>
      policies.ask('query ($id: ID!) { policy(id: $id) { isTried trial { state } } }', { id }, 'policy');
    const publish = (each = id) => policies.moveUntried('publishPolicy', each);
    expect([await isTried(), await publish()]).toEqual([{ isTried: false, trial: null }, 'conflict']);
    const { trialId } = await policies.start(id);
    expect(await publish()).toBe('conflict');
    await policies.cancel(trialId);
    expect(await publish()).toBe('conflict');
    await policies.tried(id);
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
    await policies.tried(id);
    expect(await publish()).toMatchObject({ state: 'LIVE' });
  });

  test('not by a trial that read no decision, unless there is none for the policy', async () => {
    const { id } = await policies.create({ rules: [DENIES] });
    const none = { from: '2001-01-01', until: '2001-01-02' };
    expect(await policies.start(id, none)).toMatchObject({ state: 'FINISHED', total: 0 });
    expect(await policies.moveUntried('publishPolicy', id)).toMatchObject({ state: 'LIVE' });
    await policies.submitApproved();
    const next = await policies.create({ rules: [DENIES], otherwise: 'APPROVE' });
    expect(await policies.start(next.id, none)).toBe('parameter_invalid');
    expect(await policies.moveUntried('publishPolicy', next.id)).toBe('conflict');
    await tryPolicy(policies, next.id);
    expect(await policies.moveUntried('publishPolicy', next.id)).toMatchObject({ state: 'LIVE' });
    // Another partner has no decision yet.
    const { partnerId } = await policies.newPartner();
    const own = await policies.create({ rules: [DENIES], partnerId });
    expect(await policies.start(own.id, none)).toMatchObject({ state: 'FINISHED', total: 0 });
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
  await policies.submitApproved({ account_chargeback_rate: 0.06 });
  const { id } = await policies.create({ rules: [DENIES] });
  const { trialId } = await policies.tried(id);
  const { trialId: second } = await policies.tried(id);
  for (let count = 0; count < 19; count += 1) await tryPolicy(policies, id);
  expect(await policies.trial(trialId)).toBeNull();
  expect(await policies.trial(second)).toMatchObject({ changed: 1 });
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
