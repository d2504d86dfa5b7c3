import { sql } from 'kysely';
import { recordedStepsOf } from '../../journal/recorded-steps.ts';
import { EVENT_OF_MOVE } from '../settlement-events.rules.ts';

/** The events that change the row of a settlement. */
export const SETTLEMENT_EVENTS = Object.values(EVENT_OF_MOVE);

/** How many of these events the trail has of the settlement that a statement reads or changes. */
export const recordedSteps = () =>
  recordedStepsOf(sql<string>`'funding/' || instant_settlement.id`, SETTLEMENT_EVENTS);
