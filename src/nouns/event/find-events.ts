import { type RawBuilder, sql } from 'kysely';
import { type EventType, eventTypes } from '../../trail/record/event-types.ts';
import { FIRST_TYPES, isOfLaterEvents, OF_LATER_EVENTS } from '../../trail/record/later-events.ts';
import { EVENT_COLUMNS, type EventRow } from '../../trail/record/event-row.ts';
import { OPERATOR } from '../../trail/record/shown-actor.ts';
import { isWithheld } from '../../trail/record/withheld.ts';
import { type Caller, scheduler, type Role } from '../../kernel/caller.ts';
import type { Page } from '../../kernel/page.ts';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { type PageInput, pageOfRows } from '../../pipeline/rows/find-page.ts';
import { inOrderOfIds } from '../../pipeline/rows/union-of-pages.ts';
import { ownerAsked, ownerOf, visibleTo } from '../../pipeline/rows/tenancy.ts';
import type { EventFilter } from './event.input.ts';
import { partnersOfKeys } from './own-keys.ts';
import { storedNamesOf, typesFor } from './visible-events.ts';
import { type Bounds, boundsOf, type Condition } from './page-bounds.ts';
import { firstOfPartner, firstOfType } from './first-events.ts';
import { type Column, indexScan, type Prefix, type Scan, type Scans, scanTogether } from './scan-events.ts';

/**
 * The page of events that the caller may see. Each of its queries scans one index. It reads a page of it, or more if a
 * second filter removes rows.
 */
export async function findEvents(
  { db, caller, policy }: QueryContext,
  filter: EventFilter,
  page: PageInput,
): Promise<Page<EventRow>> {
  const bounds = boundsOf(filter, page);
  const conditions = actorConditions(caller, filter);
  const isPurged = caller.role === 'operator' && policy.sandbox && (await wasPurged(db, filter));
  const found = await scansFor({ db, caller }, filter, { bounds, isPurged });
  // If a partner asks only for types that partners do not see, there is no query.
  if (found.indexed.length + found.beside.length === 0) return pageOfRows<EventRow>([], page);
  const rows = await db
    .selectFrom(scanTogether(found)(conditions, bounds).as('page'))
    .selectAll()
    .$if(isPurged || leavesOutMany(filter), throughManyRows)
    .execute();
  // `union all` guarantees no order.
  const inOrder = inOrderOfIds(rows, page.from);
  return pageOfRows(inOrder.slice(0, page.limit + 1), page);
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

/** Whether the customers of the partner that an operator asks for were removed, or are being removed, from a sandbox. */
async function wasPurged(db: QueryContext['db'], { partner_id }: EventFilter): Promise<boolean> {
  const purged = db.selectFrom('sandbox_partner').select('id').where('purge_began_at', 'is not', null);
  return (await purged.where('id', '=', partner_id ?? '').executeTakeFirst()) !== undefined;
}

/** The index scans of a page. The most selective filter decides: a subject, then an actor, types, a partner. */
async function scansFor(
  { db, caller }: Pick<QueryContext, 'db' | 'caller'>,
  filter: EventFilter,
  { bounds, isPurged }: { readonly bounds: Bounds; readonly isPurged: boolean },
): Promise<Scans> {
  const { subject, actor } = filter;
  const types = typesFor(caller, filter.types ?? []);
  if (types === null) return { indexed: [], beside: [] };
  const owner = ownerAsked(caller, filter.partner_id ?? null);
  const owners = owner === null ? [] : storedNamesOf(caller, owner);
  const ofOwner = owner === null ? [] : [isAmong('partner_id', owners)];
  const ofTypes = types.length === 0 ? withoutWithheldTypes(caller) : [isAmong('type', types)];
  // For a partner, `operator` means every actor that is not one of its keys. No index has that.
  const isKnown = typeof actor === 'string' && (caller.role === 'operator' || actor !== OPERATOR);

  if (typeof subject === 'string') {
    const ofActor = isKnown ? [isAmong('actor', [actor])] : [];
    const filters = [...ofOwner, ...ofTypes, ...ofActor];
    const indexed = storedNamesOf(caller, subject).flatMap((each) => scansOfSubject(each, filters));
    return { indexed, beside: [] };
  }
  if (isKnown) return scansOfActor(db, actor, [...ofOwner, ...ofTypes]);
  const firstTypes = FIRST_TYPES.filter((type) => types.length === 0 || types.includes(type));
  if (owner !== null) {
    const later = owners.flatMap((each) => laterOfPartner(each, types, ofTypes));
    return together({ indexed: later, beside: [] }, firstOfPartner(owner, firstTypes, { isPurged }));
  }
  if (types.length === 0) return { indexed: [indexScan([], ofTypes)], beside: [] };
  const first = await Promise.all(firstTypes.map((type) => firstOfType(db, type, bounds)));
  const later = types.filter(isOfLaterEvents).map((type) => laterOf([['type', type]], []));
  return together({ indexed: later, beside: [] }, ...first);
}

const together = (...all: readonly Scans[]): Scans => ({
  indexed: all.flatMap(({ indexed }) => indexed),
  beside: all.flatMap(({ beside }) => beside),
});

/** Events that are not the first ones of customers and KYC records, by an index without these. */
const laterOf = (prefix: Prefix, filters: readonly Condition[]): Scan =>
  indexScan(prefix, [sql.raw(OF_LATER_EVENTS), ...filters]);

function laterOfPartner(
  partner: string,
  types: readonly EventType[],
  filters: readonly Condition[],
): readonly Scan[] {
  const ofPartner = ['partner_id', partner] as const;
  if (types.length === 0) return [laterOf([ofPartner], filters)];
  return types.filter(isOfLaterEvents).map((type) => laterOf([ofPartner, ['type', type]], []));
}

/**
 * All events of an actor. Only keys of partners make the first events that the index by actor leaves out, and only about
 * their own partner.
 */
async function scansOfActor(
  db: QueryContext['db'],
  actor: string,
  filters: readonly Condition[],
): Promise<Scans> {
  const later = { indexed: [laterOf([['actor', actor]], filters)], beside: [] };
  const partner = (await partnersOfKeys(db, [actor])).get(actor);
  if (partner === undefined) return later;
  const ofActor = isAmong('actor', [actor]);
  return together(later, firstOfPartner(partner, FIRST_TYPES, { filters: [ofActor, ...filters] }));
}

/** The first event of a subject is found by its number, because the index by id has only the later ones. */
const scansOfSubject = (subject: string, filters: readonly Condition[]): readonly Scan[] => [
  indexScan([], [sql`(subject, sequence) = (${subject}, 1)`, ...filters]),
  indexScan([['subject', subject]], [sql`sequence > 1`, ...filters]),
];

/** Hides events that partners must not see. These are not stored under the id of a partner either. */
function withoutWithheldTypes(caller: Caller): readonly Condition[] {
  if (caller.role === 'operator') return [];
  return [sql`coalesce(type, '') not in (${sql.join(WITHHELD_TYPES)})`];
}

const WITHHELD_TYPES = eventTypes.filter(isWithheld);

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
