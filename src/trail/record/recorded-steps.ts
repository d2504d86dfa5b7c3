import { expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import type { EventType } from './event-types.ts';
import { isWithheld, withheldSubject } from './withheld.ts';

/**
 * The number of a row's events with these types in the trail. It is a subquery for a statement that reads or changes
 * the row; `subject` is the SQL of the events' subject. The row counts them too, in `steps`. A row with a lower count
 * was set back to an older version. Its MAC cannot show that, because the MAC was valid for the older version.
 */
export function recordedStepsOf(subject: RawBuilder<string>, types: readonly EventType[]) {
  return expressionBuilder<Tables>()
    .selectFrom('event')
    .select((event) => event.fn.countAll<number>().as('recorded'))
    .where(isStep(subject, types));
}

/**
 * The condition of an event that changed a row. An event for operators only has its own form of the subject. `type ||
 * ''` is an expression, so that PostgreSQL does not use the index of types: a subject has few events, but a type has
 * many.
 */
export function isStep(subject: RawBuilder<string>, types: readonly EventType[]): RawBuilder<SqlBool> {
  const [seen, hidden] = [types.filter((type) => !isWithheld(type)), types.filter(isWithheld)];
  const ofSeen = sql<SqlBool>`event.subject = ${subject} and event.type || '' in (${sql.join(seen)})`;
  if (hidden.length === 0) return ofSeen;
  const ofHidden = sql<SqlBool>`event.subject = ${withheldSubject(subject)} and event.type || '' in (${sql.join(hidden)})`;
  return sql<SqlBool>`((${ofSeen}) or (${ofHidden}))`;
}
