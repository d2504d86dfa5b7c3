import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { EventType } from '../../trail/record/event-types.ts';
import { EVENT_COLUMNS, type EventRow } from '../../trail/record/event-row.ts';
import { OF_EVENTS_APART } from '../../trail/record/later-events.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import {
  allOf,
  type Bounds,
  boundsUpTo,
  type Condition,
  directionOf,
  rowsOf,
  valueOf,
} from './page-bounds.ts';

export type Column = 'partner_id' | 'subject' | 'actor' | 'type';
export type Prefix = readonly (readonly [Column, string])[];

/** One query of a page: the first rows within the bounds that meet the conditions, in its own order. */
export type Scan = (conditions: readonly Condition[], bounds: Bounds) => RawBuilder<EventRow>;

/** The queries that find a page together. */
export interface Scans {
  /** Each reads the rows that it finds, except for filters. */
  readonly indexed: readonly Scan[];
  /** Each goes by customers, and passes over those of earlier versions, whose first events the others find. */
  readonly beside: readonly Scan[];
}

/**
 * The rows of several scans in one query, so that all are of one moment. The rows that are found by indexes show how far
 * the page goes at most. So no more customers are passed over than the page has rows of earlier versions.
 */
export const scanTogether =
  ({ indexed, beside }: Scans): Scan =>
  (conditions, bounds) => {
    const rowsWithin = (within: Bounds, scans: readonly Scan[]) => {
      const queries = scans.map((scan) => sql`select * from ${scan(conditions, within)} as part`);
      return sql.join(queries, sql` union all `);
    };
    if (indexed.length === 0 || beside.length === 0)
      return sql`(${rowsWithin(bounds, [...indexed, ...beside])})`;
    const last = sql`order by id ${directionOf(bounds)} limit 1 offset ${rowsOf(bounds, -1)}`;
    return sql`(
      with found as materialized (${rowsWithin(bounds, indexed)}),
        last as materialized (select id from found ${last})
      select * from found union all ${rowsWithin(boundsUpTo(bounds, sql`(select id from last)`), beside)})`;
  };

/**
 * A query that scans one index. `prefix` has the leading columns of that index and their values; the id is the next
 * column. The query is bounded and ordered by all of them, so that both query planners use this index. `filters` are
 * further conditions on the rows.
 */
export const indexScan =
  (prefix: Prefix, filters: readonly Condition[]): Scan =>
  (conditions, bounds) =>
    sql`(select ${COLUMNS} ${inIndexOrder(prefix, [...filters, ...conditions], bounds)} limit ${rowsOf(bounds)})`;

const COLUMNS = sql.raw(EVENT_COLUMNS.join(', '));

/** The events of one index within the bounds, in the order of the index. */
function inIndexOrder(
  prefix: readonly (readonly [Column, string | RawBuilder<unknown>])[],
  conditions: readonly Condition[],
  bounds: Bounds,
): RawBuilder<unknown> {
  const columns = [...prefix.map(([column]) => column), 'id'].map((column) => sql.raw(`event.${column}`));
  const values = prefix.map(([, value]) => (typeof value === 'string' ? valueOf(value) : value));
  const keyAt = (id: RawBuilder<string>) => sql`(${sql.join([...values, id])})`;
  const sortKey = sql`(${sql.join(columns)})`;
  const order = columns.map((column) => sql`${column} ${directionOf(bounds)}`);
  return sql`from event where ${sortKey} > ${keyAt(bounds.above)} and ${sortKey} < ${keyAt(bounds.below)}
    and ${allOf(conditions)} order by ${sql.join(order)}`;
}

/**
 * The only partners whose events apart of one type can be in a page over all partners: the partners with the first
 * such events, as many as the page has rows. The first event of each partner is looked up in the index of these.
 */
export async function partnersFirstWith(
  db: Kysely<Tables>,
  type: EventType,
  bounds: Bounds,
): Promise<readonly string[]> {
  const conditions = [sql.raw<boolean>(OF_EVENTS_APART), sql<boolean>`coalesce(type, '') = ${type}`];
  const first = inIndexOrder([['partner_id', sql.ref('partner.id')]], conditions, bounds);
  const partners = await db
    .selectFrom(
      sql<{ id: string; event: string }>`(
      select id, (select event.id ${first} limit 1) as event from partner)`.as('each'),
    )
    .select('each.id')
    .where('event', 'is not', null)
    .orderBy('event', bounds.from === 'oldest' ? 'asc' : 'desc')
    .limit(rowsOf(bounds))
    .execute();
  return partners.map(({ id }) => id);
}
