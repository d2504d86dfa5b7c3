import { expect } from 'vitest';
import { readTrialToItsEnd } from '../../support/fixtures/policy-trial.ts';
import { settlementBody } from '../../support/gateway.ts';
import { openPolicies, type RuleSent } from './fixture.ts';

export const DENIES: RuleSent = {
  key: 'chargebacks',
  when: 'chargeback_rate > 0.05',
  then: 'DENY',
  reason: 'HIGH_CHARGEBACK_RATE',
};

const TRIAL = `trialId policyId hash state total done changed failed unreadable from until endedAt ownerName
  groups { outcome verdict changed count amounts { currency amount } }`;
const ALL = { from: '2001-01-01', until: '2030-01-01' };

export type Trials = Awaited<ReturnType<typeof openTrials>>;

/** A gateway that approves by itself, and what operators do with trials of policies. */
export async function openTrials() {
  const policies = await openPolicies({ review: 'auto' });

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

  async function submitApproved(changes: object = {}): Promise<string> {
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

  return { ...policies, start, trial, cancel, cases, submitApproved, tried };
}
