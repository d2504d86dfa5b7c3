import type { Selectable } from 'kysely';
import { coverageOf } from '../../trail/record/coverage.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { provenTable } from '../../trail/record/proven-records.ts';

export type TrialRow = Selectable<Tables['policy_trial']>;

/** How the MAC of a trial covers each column. */
const COVERAGE = coverageOf('policy_trial', {
  // Encrypted, bound to the row, and proven by the hash. A rotation of the secrets encrypts it again.
  content: 'presence',
  // A claim of a process for some seconds says nothing about the result.
  lease: 'none',
  leased_until: 'none',
});

/** The trials of policies with proof: no forged trial lets a policy be published. */
export const PROVEN_TRIALS = provenTable<Omit<TrialRow, 'mac' | 'lease' | 'leased_until'>>({
  table: 'policy_trial',
  name: 'Policy trial',
  coverage: COVERAGE,
});

export const {
  placeOf: trialPlace,
  withMac: withTrialMac,
  isGenuine: isGenuineTrial,
  /** Called at every read and every change. */
  requireGenuine: requireGenuineTrial,
} = PROVEN_TRIALS;

/** The additional authenticated data of the content: binds it to its row. */
export const trialContentAad = (id: string): string => `policy_trial.content/${id}`;
