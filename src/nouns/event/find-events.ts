import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type EventType, eventTypes } from '../../trail/record/event-types.ts';
import { isOfLaterEvents, OF_FIRST_EVENTS, OF_LATER_EVENTS } from '../../trail/record/later-events.ts';
import { EVENT_COLUMNS, type EventRow } from '../../trail/record/event-row.ts';
import { OPERATOR } from '../../trail/record/shown-actor.ts';
import { isWithheld } from '../../trail/record/withheld.ts';
import { type Caller, scheduler, type Role } from '../../kernel/caller.ts';
import { leastId } from '../../kernel/id.ts';
import type { Page } from '../../kernel/page.ts';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { type PageInput, pageOfRows } from '../../pipeline/rows/find-page.ts';
import { rowsOfUnion } from '../../pipeline/rows/union-of-pages.ts';
import { ownerAsked, ownerOf, visibleTo } from '../../pipeline/rows/tenancy.ts';
import type { EventFilter } from './event.input.ts';
import { partnersOfKeys } from './own-keys.ts';
import { storedNamesOf, typesFor } from './visible-events.ts';
import {
  type Bounds,
  type Column,
  type Condition,
  partnersFirstWith,
  type IndexScan,
  scanQuery,
} from './scan-events.ts';

/**
 * The page of events that the caller may see. Each of its queries scans one index. It reads a page of it, or more if a
 * second filter removes rows.
 */
export async function findEvents(
  { db, caller }: QueryContext,
  filter: EventFilter,
  page: PageInput,
): Promise<Page<EventRow>> {
  const bounds = { ...rangeOf(filter, page), from: page.from, rows: page.limit + 1 };
  const conditions = actorConditions(caller, filter);
  const found = await scansFor({ db, caller }, filter, bounds);
  // If a partner asks only for types that partners do not see, there is no query.
  const queries = found.map(({ prefix, filters }) =>
    scanQuery(db, { prefix, filters: [...filters, ...conditions] }, bounds).$if(
      leavesOutMany(filter),
      throughManyRows,
    ),
  );
  const rows = await rowsOfUnion(queries, page.from);
  return pageOfRows(rows.slice(0, page.limit + 1), page);
}

/** The event with an id, if the caller may see it. */
export function findEvent({ db, caller }: QueryContext, id: string): Promise<EventRow | undefined> {
  const conditions = [...withoutWithheldTypes(caller), ...actorConditions(caller, {})];
  const query = db.selectFrom('event').select(EVENT_COLUMNS).where('id', '=', id).where(visibleTo(caller));
  return conditions.reduce((found, condition) => found.where(condition), query).executeTakeFirst();
}

/** Whether a page may have to read many events that it does not show, because no index has these filters together. */
const leavesOutMany = ({ actor, subject, types, partner_id }: EventFilter): boolean =>
  typeof actor === 'string' ||
  (typeof subject === 'string' && (Array.isArray(types) || typeof partner_id === 'string'));

/** The form keeps query planners from an index on this column. */
const isAmong = (column: Column, values: readonly string[]): Condition =>
  sql`coalesce(${sql.ref(column)}, '') in (${sql.join(values)})`;

/** The index scans of a page. The most selective filter decides: a subject, then an actor, types, a partner. */
async function scansFor(
  { db, caller }: Pick<QueryContext, 'db' | 'caller'>,
  filter: EventFilter,
  bounds: Bounds,
): Promise<readonly IndexScan[]> {
  const { subject, actor } = filter;
  const types = typesFor(caller, filter.types ?? []);
  if (types === null) return [];
  const owner = ownerAsked(caller, filter.partner_id ?? null);
  const owners = owner === null ? [] : storedNamesOf(caller, owner);
  const ofOwner = owner === null ? [] : [isAmong('partner_id', owners)];
  const ofTypes = types.length === 0 ? withoutWithheldTypes(caller) : [isAmong('type', types)];
  // For a partner, `operator` means every actor that is not one of its keys. No index has that.
  const isKnown = typeof actor === 'string' && (caller.role === 'operator' || actor !== OPERATOR);

  if (typeof subject === 'string') {
    const ofActor = isKnown ? [isAmong('actor', [actor])] : [];
    const filters = [...ofOwner, ...ofTypes, ...ofActor];
    return storedNamesOf(caller, subject).flatMap((each) => scansOfSubject(each, filters));
  }
  if (isKnown) return scansOfActor(db, actor, [...ofOwner, ...ofTypes]);
  if (types.length === 0)
    return owner === null
      ? [{ prefix: [], filters: ofTypes }]
      : owners.flatMap((each) => scansOfPartner(each, ofTypes));
  const ofEach = types.map(async (type): Promise<readonly IndexScan[]> => {
    if (owner === null && isOfLaterEvents(type))
      return [{ prefix: [['type', type]], filters: [sql.raw(OF_LATER_EVENTS)] }];
    const among = owner === null ? await partnersFirstWith(db, type, bounds) : owners;
    return among.map((each) => scanOfPartnerAndType(each, type));
  });
  return (await Promise.all(ofEach)).flat();
}

function scanOfPartnerAndType(partner: string, type: EventType): IndexScan {
  const ofPartner = ['partner_id', partner] as const;
  return isOfLaterEvents(type)
    ? { prefix: [ofPartner, ['type', type]], filters: [sql.raw(OF_LATER_EVENTS)] }
    : // The plain form tells a planner how frequent the type is, so it scans in order and does not sort.
      scanOfFirst(partner, [sql<SqlBool>`type = ${type}`]);
}

/** The events of a partner that have the types of first events. */
const scanOfFirst = (partner: string, filters: readonly Condition[]): IndexScan => ({
  prefix: [['partner_id', partner]],
  filters: [sql.raw(`(${OF_FIRST_EVENTS})`), ...filters],
});

/** All events of a partner. The index by partner leaves out first events; these have an index of their own. */
const scansOfPartner = (partner: string, filters: readonly Condition[]): readonly IndexScan[] => [
  { prefix: [['partner_id', partner]], filters: [sql.raw(OF_LATER_EVENTS), ...filters] },
  scanOfFirst(partner, filters),
];

/**
 * All events of an actor. Only keys of partners make the first events that the index by actor leaves out, and only about
 * their own partner.
 */
async function scansOfActor(
  db: QueryContext['db'],
  actor: string,
  filters: readonly Condition[],
): Promise<readonly IndexScan[]> {
  const partner = (await partnersOfKeys(db, [actor])).get(actor);
  const later = {
    prefix: [['actor', actor] as const],
    filters: [sql.raw<SqlBool>(OF_LATER_EVENTS), ...filters],
  };
  if (partner === undefined) return [later];
  return [later, scanOfFirst(partner, [isAmong('actor', [actor]), ...filters])];
}

/** The first event of a subject is found by its number, because the index by id has only the later ones. */
const scansOfSubject = (subject: string, filters: readonly Condition[]): readonly IndexScan[] => [
  { prefix: [], filters: [sql`(subject, sequence) = (${subject}, 1)`, ...filters] },
  { prefix: [['subject', subject]], filters: [sql`sequence > 1`, ...filters] },
];

/** Hides events that partners must not see. These are not stored under the id of a partner either. */
function withoutWithheldTypes(caller: Caller): readonly Condition[] {
  if (caller.role === 'operator') return [];
  return [sql`coalesce(type, '') not in (${sql.join(WITHHELD_TYPES)})`];
}

const WITHHELD_TYPES = eventTypes.filter(isWithheld);

/** The bounds of a page's ids, both exclusive. */
function rangeOf({ created_from, created_to }: EventFilter, page: PageInput) {
  const above = [FIRST, page.ending_before ?? FIRST];
  const below = [LAST, page.starting_after ?? LAST];
  if (created_from instanceof Date) above.push(leastId('evt', created_from));
  if (created_to instanceof Date) below.push(leastId('evt', created_to));
  return { above: above.toSorted().at(-1) ?? FIRST, below: below.toSorted()[0] ?? LAST };
}

/** Texts that sort before and after every id. */
const FIRST = 'evt_';
const LAST = 'evt_~';

/** Hides events about keys of operators, and the names of operators who acted. */
function actorConditions(caller: Caller, { actor }: EventFilter): readonly Condition[] {
  if (caller.role === 'operator') return [];
  const owner = ownerOf(caller);
  const keysOf = (role: Role, text: RawBuilder<unknown>) =>
    sql`(select ${text} from api_key where api_key.partner_id = ${owner} and api_key.role = ${role})`;
  const operatorKeys = keysOf('operator', sql`'key/' || api_key.id`);
  const ownKeys = keysOf('partner', sql`api_key.id`);
  return [sql`subject not in ${operatorKeys}`, ...actorFilter(ownKeys, actor)];
}

function actorFilter(ownKeys: RawBuilder<unknown>, actor: string | null | undefined): readonly Condition[] {
  if (typeof actor !== 'string' || actor === scheduler.actor) return [];
  if (actor !== OPERATOR) return [sql`actor in ${ownKeys}`];
  return [sql`actor not in ${ownKeys}`, sql`actor <> ${scheduler.actor}`];
}
