import { defineEntity, p } from '@mikro-orm/core';

/**
 * A decision that would be another one by the rules of a trial. The row has only its id. Its values come from the
 * decision and from the content of the trial, which both have a MAC.
 */
export const PolicyTrialCase = defineEntity({
  name: 'PolicyTrialCase',
  tableName: 'policy_trial_case',
  properties: {
    trial_id: p.string().primary(),
    /** The id of the decision. */
    id: p.string().primary(),
  },
});
