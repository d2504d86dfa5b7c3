import { expressionBuilder, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EventType } from '../../trail/record/event-types.ts';
import { EVENT_COLUMNS } from '../../trail/record/event-row.ts';
import { OF_FIRST_EVENTS } from '../../trail/record/later-events.ts';
import type { Tables } from '../../engine/sql/tables.ts';

export type Condition = RawBuilder<SqlBool>;

export type Column = 'partner_id' | 'subject' | 'actor' | 'type';
type Prefix = readonly (readonly [Column, string])[];

/**
 * One query of a page, which scans one index. `prefix` has the leading columns of that index and their values; the id
 * is the next column. The query is bounded and ordered by all of them, so that both query planners use this index.
 * `filters` are further conditions on the rows.
 */
export interface IndexScan {
  readonly prefix: Prefix;
  readonly filters: readonly Condition[];
}

/** The range of a page's ids, both bounds exclusive, and how many rows to take from which end. */
export interface Bounds {
  readonly above: string;
  readonly below: string;
  readonly from: 'newest' | 'oldest';
  readonly rows: number;
}

/** The events of one index within the bounds, in the order of the index. */
function inIndexOrder(prefix: readonly (readonly [Column, string | RawBuilder<unknown>])[], bounds: Bounds) {
  const columns = [...prefix.map(([column]) => column), 'id'].map((column) => sql.ref(`event.${column}`));
  const sortKey = sql`(${sql.join(columns)})`;
  const keyAt = (id: string) => sql`(${sql.join([...prefix.map(([, value]) => value), id])})`;
  const within = expressionBuilder<Tables>()
    .selectFrom('event')
    .where(sql<SqlBool>`${sortKey} > ${keyAt(bounds.above)}`)
    .where(sql<SqlBool>`${sortKey} < ${keyAt(bounds.below)}`);
  const direction = bounds.from === 'oldest' ? 'asc' : 'desc';
  return columns.reduce((query, column) => query.orderBy(column, direction), within);
}

export function scanQuery(db: Kysely<Tables>, { prefix, filters }: IndexScan, bounds: Bounds) {
  const rows = filters.reduce((query, condition) => query.where(condition), inIndexOrder(prefix, bounds));
  return db.selectFrom(rows.select(EVENT_COLUMNS).limit(bounds.rows).as('page')).selectAll();
}

/**
 * The only partners whose events of one type can be in a page over all partners: the partners with the first such
 * events, as many as the page has rows. The first event of each partner is looked up in the index of the type.
 */
export async function partnersFirstWith(
  db: Kysely<Tables>,
  type: EventType,
  bounds: Bounds,
): Promise<readonly string[]> {
  const first = inIndexOrder([['partner_id', sql.ref('partner.id')]], bounds)
    .where(sql.raw<SqlBool>(`(${OF_FIRST_EVENTS})`))
    .where(sql<SqlBool>`coalesce(type, '') = ${type}`)
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
