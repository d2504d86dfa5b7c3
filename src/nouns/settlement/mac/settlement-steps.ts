import { sql } from 'kysely';
import { recordedStepsOf } from '../../../trail/record/recorded-steps.ts';
import { STEP_EVENT_TYPES } from '../settlement-events.rules.ts';

/** How many events the trail has of the steps of the settlement that a statement reads or changes. */
export const recordedSteps = () =>
  recordedStepsOf(sql<string>`'funding/' || instant_settlement.id`, STEP_EVENT_TYPES);
