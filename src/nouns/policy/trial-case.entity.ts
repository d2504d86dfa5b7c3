import { defineEntity, p } from '@mikro-orm/core';

/**
 * A decision that a trial would have made otherwise. The row only says which one: its values come from the decision and
 * from the content of the trial, which are both under a MAC.
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
