import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EventRow } from '../event/record.ts';
import { OPERATOR } from '../event/shown-actor.ts';
import { type Caller, clockwork, type Role } from '../kernel/caller.ts';
import { secondsLater } from '../kernel/clock.ts';
import { leastId } from '../kernel/id.ts';
import type { Page } from '../kernel/page.ts';
import { pageOfRows, pageQuery } from '../pipeline/find-page.ts';
import type { QueryContext } from '../pipeline/operation.ts';
import { ownerAsked, ownerOf } from '../pipeline/tenancy.ts';
import type { EventFilter } from './event.input.ts';

/**
 * How far behind the clock a walk forwards ends. An id tells when its transaction began, so that one which commits late is
 * older than what a follower has seen: it is to be there before the follower comes by. Longer than transactions take.
 */
export const FOLLOW_LAG_SECONDS = 30;

type EventPage = Parameters<typeof pageQuery>[1];
type Condition = RawBuilder<SqlBool>;

/** The page of events that the caller may see. Each of its queries walks one index no further than the page. */
export async function findEvents(
  { db, caller, now }: QueryContext,
  filter: EventFilter,
  page: EventPage,
): Promise<Page<EventRow>> {
  const horizon = page.from === 'oldest' ? secondsLater(now, -FOLLOW_LAG_SECONDS) : null;
  const everywhere = [...within(filter, horizon), ...shownTo(caller, filter)];
  const queries = walks(caller, filter).map((walk) => {
    const rows = [...walk, ...everywhere].reduce(
      (query, condition) => query.where(condition),
      db.selectFrom('event').selectAll(),
    );
    return db.selectFrom(pageQuery(rows, page).as('page')).selectAll();
  });
  const rows = await queries.reduce((all, each) => all.unionAll(each)).execute();
  // A union keeps no order of its own.
  const sign = page.from === 'newest' ? -1 : 1;
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -sign : sign));
  return pageOfRows(sorted.slice(0, page.limit + 1), page);
}

type Column = 'partner_id' | 'subject' | 'actor' | 'type';

/** A condition whose index is to be walked. */
const is = (column: Column, value: string): Condition => sql`${sql.ref(column)} = ${value}`;
/** A condition that is checked on the way: put so that no planner prefers its index. */
const isAlso = (column: Column, value: string): Condition => sql`coalesce(${sql.ref(column)}, '') = ${value}`;

/** The conditions of each query of a page; the most telling one leads: a subject, then an actor, types, a partner. */
function walks(caller: Caller, filter: EventFilter): readonly (readonly Condition[])[] {
  const { subject, actor } = filter;
  const types = filter.types ?? [];
  const owner = ownerAsked(caller, filter.partner_id ?? 'any');
  const ofOwner = owner === null ? [] : [isAlso('partner_id', owner)];
  const ofTypes: readonly Condition[] =
    types.length === 0 ? [] : [sql`coalesce(type, '') in (${sql.join(types)})`];
  // To a partner `operator` is whoever is none of its own, which no index knows.
  const isKnown = typeof actor === 'string' && (caller.role === 'operator' || actor !== OPERATOR);

  if (typeof subject === 'string') {
    const ofActor = isKnown ? [isAlso('actor', actor)] : [];
    return [[is('subject', subject), ...ofOwner, ...ofTypes, ...ofActor]];
  }
  if (isKnown) return [[is('actor', actor), ...ofOwner, ...ofTypes]];
  const led = owner === null ? [] : [is('partner_id', owner)];
  return types.length === 0 ? [led] : types.map((type) => [...led, is('type', type)]);
}

function within({ created_from, created_to }: EventFilter, horizon: Date | null): readonly Condition[] {
  const conditions: Condition[] = [];
  if (created_from instanceof Date) conditions.push(sql`id >= ${leastId('evt', created_from)}`);
  if (created_to instanceof Date) conditions.push(sql`id < ${leastId('evt', created_to)}`);
  if (horizon !== null) conditions.push(sql`id < ${leastId('evt', horizon)}`);
  return conditions;
}

/** What a partner may not see: operators' keys, and which of them it was. */
function shownTo(caller: Caller, { actor }: EventFilter): readonly Condition[] {
  if (caller.role === 'operator') return [];
  const owner = ownerOf(caller);
  const keysOf = (role: Role, text: RawBuilder<unknown>) =>
    sql`(select ${text} from api_key where api_key.partner_id = ${owner} and api_key.role = ${role})`;
  const operatorKeys = keysOf('operator', sql`'key/' || api_key.id`);
  const ownKeys = keysOf('partner', sql`api_key.id`);
  return [sql`subject not in ${operatorKeys}`, ...actedBy(ownKeys, actor)];
}

function actedBy(ownKeys: RawBuilder<unknown>, actor: string | null | undefined): readonly Condition[] {
  if (typeof actor !== 'string' || actor === clockwork.actor) return [];
  if (actor !== OPERATOR) return [sql`actor in ${ownKeys}`];
  return [sql`actor not in ${ownKeys}`, sql`actor <> ${clockwork.actor}`];
}
