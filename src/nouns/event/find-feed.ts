import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EventType } from '../../trail/record/event-types.ts';
import { OF_LATER_EVENTS } from '../../trail/record/later-events.ts';
import { lastPosition } from '../../trail/positions/feed.ts';
import { ALL_OF_EVENT, type EventRow } from '../../trail/record/event-row.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { ownerSeenBy } from '../../pipeline/rows/tenancy.ts';
import { cursorAhead } from './feed-cursor.ts';
import { storedNamesOf, typesFor } from './visible-events.ts';

/**
 * The most entries of the feed that a page with a filter by type scans: some milliseconds of work. If they have fewer
 * matches than a page, the page is short, and its cursor is after the last scanned entry.
 */
export const FEED_SCAN_MAX = 2_000;

interface FeedFilter {
  readonly types: readonly EventType[];
  readonly subject: string | null;
}

/** Events after a position, oldest first. */
interface FeedPage {
  readonly rows: readonly (EventRow & { readonly position: number })[];
  /** The position after which the next page begins: after these rows, and after the rows that the filter removed. */
  readonly next: number;
  readonly hasMore: boolean;
}

/** The page of events that the caller may see. */
export async function findFeed(
  { db, caller }: { readonly db: Kysely<Tables>; readonly caller: Caller },
  filter: FeedFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<FeedPage> {
  // Read first, so that the page misses no event up to this position.
  const last = await lastPosition(db);
  if (after > last) throw cursorAhead('after');
  const types = typesFor(caller, filter.types);
  if (types === null || after === last) return { rows: [], next: last, hasMore: false };
  const range = { after, last, limit };
  const found = await queryOf(db, caller, { ...filter, types }, range).execute();
  // `union all` guarantees no order.
  const sorted = found.toSorted((a, b) => a.position - b.position);
  const rows = sorted.slice(0, limit);
  const lastRow = rows.at(-1);
  if (sorted.length > limit && lastRow !== undefined) return { rows, next: lastRow.position, hasMore: true };
  if (types.length === 0 || filter.subject !== null) return { rows, next: last, hasMore: false };
  const stop = await endOfScan(db, caller, range);
  return { rows, next: stop ?? last, hasMore: stop !== null };
}

interface Range {
  readonly after: number;
  readonly last: number;
  readonly limit: number;
}

/** The rows of a page and one more, to see whether more rows follow. Each part reads the entries of one index. */
function queryOf(db: Kysely<Tables>, caller: Caller, { types, subject }: FeedFilter, range: Range) {
  const ofTypes = (entries: ReturnType<typeof entriesOf>) =>
    types.length === 0 ? entries : entries.where('type', 'in', types);
  if (subject === null) {
    const entries = entriesOf(db, range, ofOwner(caller));
    if (types.length === 0) return eventsOf(db, entries, range);
    const scanned = db.selectFrom(entries.limit(FEED_SCAN_MAX).as('feed')).selectAll().orderBy('position');
    return eventsOf(db, ofTypes(scanned), range);
  }
  const owner = ownerSeenBy(caller);
  // The form keeps query planners from the index on partners.
  const filters = owner === null ? [] : [sql<SqlBool>`coalesce(partner_id, '') = ${owner}`];
  const [first, ...more] = storedNamesOf(caller, subject)
    .flatMap(ofSubject)
    .map((conditions) => eventsOf(db, ofTypes(entriesOf(db, range, [...conditions, ...filters])), range));
  if (first === undefined) throw new Error('A subject has a name.');
  return more.reduce((all, each) => all.unionAll(each), first);
}

type Condition = RawBuilder<SqlBool>;

/**
 * The two parts of the feed of a subject: its first event, if the index by subject leaves it out, and the other events.
 */
const ofSubject = (name: string): readonly (readonly Condition[])[] => [
  [
    sql`event_number = (select number from event where subject = ${name} and sequence = 1)`,
    sql`not (${sql.raw(OF_LATER_EVENTS)})`,
  ],
  [sql`subject = ${name}`, sql.raw(OF_LATER_EVENTS)],
];

function ofOwner(caller: Caller): readonly Condition[] {
  const owner = ownerSeenBy(caller);
  return owner === null ? [] : [sql`partner_id = ${owner}`];
}

/** Entries of the feed, in its order. */
function entriesOf(db: Kysely<Tables>, { after, last }: Range, conditions: readonly Condition[]) {
  const entries = db
    .selectFrom('feed')
    .select(['position', 'event_number', 'type'])
    .where('position', '>', after)
    .where('position', '<=', last)
    .orderBy('position');
  return conditions.reduce((query, condition) => query.where(condition), entries);
}

function eventsOf(db: Kysely<Tables>, entries: ReturnType<typeof entriesOf>, { limit }: Range) {
  return db
    .selectFrom(entries.limit(limit + 1).as('page'))
    .innerJoin('event', 'event.number', 'page.event_number')
    .select(ALL_OF_EVENT)
    .select('page.position');
}

/** The position at which a scan with a filter by type stopped; null if it reached the end of the feed. */
async function endOfScan(db: Kysely<Tables>, caller: Caller, range: Range): Promise<number | null> {
  const scanned = entriesOf(db, range, ofOwner(caller)).limit(FEED_SCAN_MAX);
  const { entries, end } = await db
    .selectFrom(scanned.as('scanned'))
    .select((eb) => [eb.fn.countAll<number>().as('entries'), eb.fn.max<number | null>('position').as('end')])
    .executeTakeFirstOrThrow();
  return entries < FEED_SCAN_MAX ? null : end;
}
