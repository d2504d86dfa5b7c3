import type { Selectable } from 'kysely';
import { coverageOf } from '../../trail/record/coverage.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { provenRecords, type RecordedStep, stepsFault } from '../../trail/record/proven-records.ts';

export type PolicyRow = Selectable<Tables['policy']>;

/** How the MAC of a version covers each column. */
const COVERAGE = coverageOf('policy', {
  // Encrypted, bound to the row, and proven by the hash. A rotation of the secrets encrypts it again.
  content: 'presence',
});

/** The state to which each event leads; a change of a draft leads to none. */
const LEADS_TO = new Map([
  ['policy.created', 'draft'],
  ['policy.shadowed', 'shadow'],
  ['policy.published', 'live'],
  ['policy.retired', 'retired'],
]);

/** The versions of policies with proof. */
export const PROVEN_POLICIES = provenRecords<Omit<PolicyRow, 'mac'>>({
  table: 'policy',
  name: 'Policy',
  coverage: COVERAGE,
  subject: 'policy',
  created: ['policy.created'],
  steps: ['policy.created', 'policy.updated', 'policy.shadowed', 'policy.published', 'policy.retired'],
  historyFault(row, events) {
    const isRight = lastOf(events) === row.state;
    return stepsFault(row, events) ?? (isRight ? null : `is ${row.state}, and its events do not say so`);
  },
});

/** The state to which the events led. No event leads back, so their order does not matter. */
const lastOf = (events: readonly RecordedStep[]): string | undefined =>
  [...LEADS_TO].findLast(([type]) => events.some((event) => event.type === type))?.[1];

export const {
  placeOf: policyPlace,
  withMac: withPolicyMac,
  /** Called at every read and every change. */
  requireGenuine: requireGenuinePolicy,
  recordedSteps: recordedPolicySteps,
} = PROVEN_POLICIES;

/** The additional authenticated data of the content: binds it to its row. */
export const policyContentAad = (id: string): string => `policy.content/${id}`;
