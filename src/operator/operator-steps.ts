import { sql } from 'kysely';
import { recordedStepsOf } from '../journal/recorded-steps.ts';

/** The number of `disabled` events of the operator that a statement reads. */
export const recordedDisablings = () =>
  recordedStepsOf(sql<string>`'operator/' || operator.id`, ['operator.disabled']);
