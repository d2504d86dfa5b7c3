import { sql } from 'kysely';
import type { EventType } from '../../../trail/record/event-types.ts';
import { recordedStepsOf } from '../../../trail/record/recorded-steps.ts';

/** The events that change the row of a key. */
export const KEY_STEPS = [
  'key.created',
  'key.rotated',
  'key.revoked',
] as const satisfies readonly EventType[];

/** How many of these events the trail has of the key that a statement reads or changes. */
export const recordedKeySteps = () => recordedStepsOf(sql<string>`'key/' || api_key.id`, KEY_STEPS);
