import { type ExpressionBuilder, sql } from 'kysely';
import type { EventType } from '../journal/event-types.ts';
import type { Tables } from '../kernel/tables.ts';

/** The events that change the row of a key. */
export const KEY_STEPS = [
  'key.created',
  'key.rotated',
  'key.revoked',
] as const satisfies readonly EventType[];

/**
 * How many of these events the trail has. A row with fewer `steps` is an older version of itself, which its MAC cannot
 * show, as that was valid once.
 */
export function recordedKeySteps(eb: ExpressionBuilder<Tables, 'api_key'>) {
  return eb
    .selectFrom('event')
    .select((all) => all.fn.countAll<number>().as('recorded'))
    .where('event.subject', '=', sql<string>`'key/' || api_key.id`)
    .where('event.type', 'in', KEY_STEPS);
}
