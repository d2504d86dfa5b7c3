import { expressionBuilder, type RawBuilder } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import type { EventType } from './event-types.ts';

/**
 * The number of a row's events with these types in the trail. It is a subquery for a statement that reads or changes
 * the row; `subject` is the SQL of the events' subject. The row counts them too, in `steps`. A row with a lower count
 * was set back to an older version. Its MAC cannot show that, because the MAC was valid for the older version.
 */
export function recordedStepsOf(subject: RawBuilder<string>, types: readonly EventType[]) {
  return expressionBuilder<Tables>()
    .selectFrom('event')
    .select((event) => event.fn.countAll<number>().as('recorded'))
    .where('event.subject', '=', subject)
    .where('event.type', 'in', types);
}
