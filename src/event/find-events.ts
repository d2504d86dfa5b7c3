import { type RawBuilder, sql } from 'kysely';
import { type EventType, eventTypes } from '../journal/event-types.ts';
import { FIRST_TYPES, isOfLaterEvents, OF_LATER_EVENTS, ofFirstType } from '../journal/later-events.ts';
import type { EventRow } from '../journal/record.ts';
import { OPERATOR } from '../journal/shown-actor.ts';
import { isWithheld } from '../journal/withheld.ts';
import { type Caller, scheduler, type Role } from '../kernel/caller.ts';
import { leastId } from '../kernel/id.ts';
import type { Page } from '../kernel/page.ts';
import type { QueryContext } from '../pipeline/operation.ts';
import { pageOfRows, type pageQuery } from '../pipeline/rows/find-page.ts';
import { ownerAsked, ownerOf } from '../pipeline/rows/tenancy.ts';
import type { EventFilter } from './event.input.ts';
import { storedNamesOf, typesFor } from './visible-events.ts';
import {
  type Bounds,
  type Column,
  type Condition,
  partnersFirstWith,
  type Walk,
  walkOf,
} from './walk-events.ts';

type EventPage = Parameters<typeof pageQuery>[1];

/** The page of events that the caller may see. Each of its queries reads one index, and no further than the page. */
export async function findEvents(
  { db, caller }: QueryContext,
  filter: EventFilter,
  page: EventPage,
): Promise<Page<EventRow>> {
  const bounds = { ...rangeOf(filter, page), from: page.from, rows: page.limit + 1 };
  const conditions = shownTo(caller, filter);
  const found = await walks({ db, caller }, filter, bounds);
  const queries = found.map(({ lead, beside }) =>
    walkOf(db, { lead, beside: [...beside, ...conditions] }, bounds),
  );
  // There is no query where a partner asks only for types that are not for partners.
  const [first, ...more] = queries;
  const rows =
    first === undefined ? [] : await more.reduce((all, each) => all.unionAll(each), first).execute();
  // A union has no order.
  const sign = page.from === 'oldest' ? 1 : -1;
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -sign : sign));
  return pageOfRows(sorted.slice(0, page.limit + 1), page);
}

/** Written so that no query planner prefers an index on this column. */
const isAlso = (column: Column, values: readonly string[]): Condition =>
  sql`coalesce(${sql.ref(column)}, '') in (${sql.join(values)})`;

/** The queries of a page. The most selective filter leads: a subject, then an actor, types, a partner. */
async function walks(
  { db, caller }: Pick<QueryContext, 'db' | 'caller'>,
  filter: EventFilter,
  bounds: Bounds,
): Promise<readonly Walk[]> {
  const { subject, actor } = filter;
  const types = typesFor(caller, filter.types ?? []);
  if (types === null) return [];
  const owner = ownerAsked(caller, filter.partner_id ?? null);
  const owners = owner === null ? [] : storedNamesOf(caller, owner);
  const ofOwner = owner === null ? [] : [isAlso('partner_id', owners)];
  const ofTypes = types.length === 0 ? shownTypes(caller) : [isAlso('type', types)];
  // For a partner, `operator` means every actor that is not one of its keys, and no index holds that.
  const isKnown = typeof actor === 'string' && (caller.role === 'operator' || actor !== OPERATOR);

  if (typeof subject === 'string') {
    const ofActor = isKnown ? [isAlso('actor', [actor])] : [];
    const beside = [...ofOwner, ...ofTypes, ...ofActor];
    return storedNamesOf(caller, subject).flatMap((each) => ofSubject(each, beside));
  }
  if (isKnown) return [{ lead: [['actor', actor]], beside: [...ofOwner, ...ofTypes] }];
  if (types.length === 0)
    return owner === null
      ? [{ lead: [], beside: ofTypes }]
      : owners.flatMap((each) => ofPartner(each, ofTypes));
  const ofEach = types.map(async (type): Promise<readonly Walk[]> => {
    if (owner === null && isOfLaterEvents(type))
      return [{ lead: [['type', type]], beside: [sql.raw(OF_LATER_EVENTS)] }];
    const among = owner === null ? await partnersFirstWith(db, type, bounds) : owners;
    return among.map((each) => ofPartnerAndType(each, type));
  });
  return (await Promise.all(ofEach)).flat();
}

function ofPartnerAndType(partner: string, type: EventType): Walk {
  const ofPartner = ['partner_id', partner] as const;
  return isOfLaterEvents(type)
    ? { lead: [ofPartner, ['type', type]], beside: [sql.raw(OF_LATER_EVENTS)] }
    : { lead: [ofPartner], beside: [sql.raw(ofFirstType(type))] };
}

/** All events of a partner: the index by partner leaves out first events, which have an index for each type. */
const ofPartner = (partner: string, beside: readonly Condition[]): readonly Walk[] => [
  { lead: [['partner_id', partner]], beside: [sql.raw(OF_LATER_EVENTS), ...beside] },
  ...FIRST_TYPES.map((type) => ofPartnerAndType(partner, type)),
];

/** The first event of a subject is found by its number, as the index by id has only those after it. */
const ofSubject = (subject: string, beside: readonly Condition[]): readonly Walk[] => [
  { lead: [], beside: [sql`(subject, sequence) = (${subject}, 1)`, ...beside] },
  { lead: [['subject', subject]], beside: [sql`sequence > 1`, ...beside] },
];

/**
 * Hides events that are not for partners. They are not stored under the id of a partner, except those from before
 * version 1.1.
 */
function shownTypes(caller: Caller): readonly Condition[] {
  if (caller.role === 'operator') return [];
  return [sql`coalesce(type, '') not in (${sql.join(WITHHELD_TYPES)})`];
}

const WITHHELD_TYPES = eventTypes.filter(isWithheld);

/** The ids between which a page lies, both exclusive. */
function rangeOf({ created_from, created_to }: EventFilter, page: EventPage) {
  const above = [FIRST, page.ending_before ?? FIRST];
  const below = [LAST, page.starting_after ?? LAST];
  if (created_from instanceof Date) above.push(leastId('evt', created_from));
  if (created_to instanceof Date) below.push(leastId('evt', created_to));
  return { above: above.toSorted().at(-1) ?? FIRST, below: below.toSorted()[0] ?? LAST };
}

/** Before and after every id. */
const FIRST = 'evt_';
const LAST = 'evt_~';

/** Hides which key of an operator was the actor. */
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
  if (typeof actor !== 'string' || actor === scheduler.actor) return [];
  if (actor !== OPERATOR) return [sql`actor in ${ownKeys}`];
  return [sql`actor not in ${ownKeys}`, sql`actor <> ${scheduler.actor}`];
}
