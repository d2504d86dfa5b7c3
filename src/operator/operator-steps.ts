import { sql } from 'kysely';
import { recordedStepsOf } from '../journal/recorded-steps.ts';

/** How often the trail tells that the operator, whom a statement reads, was disabled. */
export const recordedDisablings = () =>
  recordedStepsOf(sql<string>`'operator/' || operator.id`, ['operator.disabled']);
