import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../kernel/tables.ts';
import { EVENT_OF_MOVE } from './settlement-events.rules.ts';

/** The events that change the row of a settlement. */
export const SETTLEMENT_EVENTS = Object.values(EVENT_OF_MOVE);

/**
 * How many of these events the trail has. A row with fewer `steps` is an older version of itself, which its MAC cannot
 * show, as that was valid once.
 */
export function recordedSteps(eb: ExpressionBuilder<Tables, 'instant_settlement'>) {
  return eb
    .selectFrom('event')
    .select((all) => all.fn.countAll<number>().as('recorded'))
    .where('event.subject', '=', sql<string>`'funding/' || instant_settlement.id`)
    .where('event.type', 'in', SETTLEMENT_EVENTS);
}
