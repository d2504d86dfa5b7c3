import { expressionBuilder, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EventType } from '../journal/event-types.ts';
import { ofFirstType } from '../journal/later-events.ts';
import type { Tables } from '../kernel/sql/tables.ts';

export type Condition = RawBuilder<SqlBool>;

export type Column = 'partner_id' | 'subject' | 'actor' | 'type';
type Lead = readonly (readonly [Column, string])[];

/**
 * One query of a page. `lead` names the columns that, with the id, form the index to be read: the query is bounded and
 * ordered by all of them, so that each query planner uses this index. `beside` are further conditions on the rows.
 */
export interface Walk {
  readonly lead: Lead;
  readonly beside: readonly Condition[];
}

/** The part of a list that a page is taken from, both ids exclusive, and how many rows from which end. */
export interface Bounds {
  readonly above: string;
  readonly below: string;
  readonly from: 'newest' | 'oldest';
  readonly rows: number;
}

/** Events in one index, in its order. */
function walking(lead: readonly (readonly [Column, string | RawBuilder<unknown>])[], bounds: Bounds) {
  const columns = [...lead.map(([column]) => column), 'id'].map((column) => sql.ref(`event.${column}`));
  const sortKey = sql`(${sql.join(columns)})`;
  const at = (id: string) => sql`(${sql.join([...lead.map(([, value]) => value), id])})`;
  const within = expressionBuilder<Tables>()
    .selectFrom('event')
    .where(sql<SqlBool>`${sortKey} > ${at(bounds.above)}`)
    .where(sql<SqlBool>`${sortKey} < ${at(bounds.below)}`);
  const direction = bounds.from === 'oldest' ? 'asc' : 'desc';
  return columns.reduce((query, column) => query.orderBy(column, direction), within);
}

export function walkOf(db: Kysely<Tables>, { lead, beside }: Walk, bounds: Bounds) {
  const rows = beside.reduce((query, condition) => query.where(condition), walking(lead, bounds));
  return db.selectFrom(rows.selectAll().limit(bounds.rows).as('page')).selectAll();
}

/**
 * The partners to which the events of one type belong that come first in a page over all partners: of as many partners as
 * the page has rows, the first event comes before that of any other. Each is looked up in the index of the type.
 */
export async function partnersFirstWith(
  db: Kysely<Tables>,
  type: EventType,
  bounds: Bounds,
): Promise<readonly string[]> {
  const first = walking([['partner_id', sql.ref('partner.id')]], bounds)
    .where(sql.raw<SqlBool>(ofFirstType(type)))
    .select('event.id')
    .limit(1);
  const partners = await db
    .selectFrom(
      db
        .selectFrom('partner')
        .select(['id', first.as('first_event')])
        .as('each'),
    )
    .select('id')
    .where('first_event', 'is not', null)
    .orderBy('first_event', bounds.from === 'oldest' ? 'asc' : 'desc')
    .limit(bounds.rows)
    .execute();
  return partners.map(({ id }) => id);
}
