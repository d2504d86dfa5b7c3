import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readTrialToItsEnd } from '../../support/fixtures/policy-trial.ts';
import { DENIES, openTrials, type Trials } from './trials.ts';

let policies: Trials;
beforeEach(async () => {
  policies = await openTrials();
  await policies.submitApproved({ account_chargeback_rate: 0.06 });
});
afterEach(() => policies.close());

describe('one trial runs at a time', () => {
  test('also if several start at once, and the next begins when it ended or was cancelled', async () => {
    const { id } = await policies.create({ rules: [DENIES] });
    const answers = await Promise.all(Array.from({ length: 5 }, () => policies.start(id)));
    const [running, ...more] = answers.filter((answer) => answer !== 'conflict');
    expect([running.state, more]).toEqual(['RUNNING', []]);
    expect(await policies.cancel(running.trialId)).toMatchObject({
      state: 'CANCELLED',
      endedAt: expect.any(String),
    });
    expect(await policies.cancel(running.trialId)).toBe('conflict');
    await readTrialToItsEnd(policies.gateway);
    expect(await policies.trial(running.trialId)).toMatchObject({ state: 'CANCELLED', done: 0 });
    const next = await policies.start(id);
    await readTrialToItsEnd(policies.gateway);
    expect(await policies.trial(next.trialId)).toMatchObject({ state: 'FINISHED', done: 1 });
  });

  test('a process leaves it to another one, until its claim is older than 15 seconds', async () => {
    const { id } = await policies.create({ rules: [DENIES] });
    const { trialId } = await policies.start(id);
    const claim = (leased_until: string) =>
      policies.gateway.database.transaction(async (db) => {
        await db.updateTable('policy_trial').set({ lease: 'killed', leased_until }).execute();
      });
    await claim('2026-03-01T00:00:15Z');
    await readTrialToItsEnd(policies.gateway);
    expect(await policies.trial(trialId)).toMatchObject({ state: 'RUNNING', done: 0 });
    await claim('2026-02-28T23:59:59Z');
    await readTrialToItsEnd(policies.gateway);
    expect(await policies.trial(trialId)).toMatchObject({ state: 'FINISHED', done: 1 });
  });

  test('two processes that read it at once count each decision once', async () => {
    await policies.submitApproved({ account_chargeback_rate: 0.06 });
    const { id } = await policies.create({ rules: [DENIES] });
    const { trialId } = await policies.start(id);
    await Promise.all(['one', 'two', 'three'].map((lease) => readTrialToItsEnd(policies.gateway, lease)));
    expect(await policies.trial(trialId)).toMatchObject({ state: 'FINISHED', done: 2, changed: 2 });
    expect((await policies.cases(trialId)).totalCount).toBe(2);
  });
});
