import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import type { EventType } from '../../trail/record/event-types.ts';
import { OF_EVENTS_APART } from '../../trail/record/later-events.ts';
import { besideCustomers, besideSubjects } from './beside-events.ts';
import { type Bounds, type Condition, valueOf } from './page-bounds.ts';
import { indexScan, partnersFirstWith, type Scan, type Scans } from './scan-events.ts';

/** The first events of the customers of a partner, and of their KYC records, of these types. */
export function firstOfPartner(
  partner: string,
  types: readonly EventType[],
  {
    filters = [],
    isPurged = false,
  }: { readonly filters?: readonly Condition[]; readonly isPurged?: boolean },
): Scans {
  if (types.length === 0) return { indexed: [], beside: [] };
  // Without its customers, the events of a partner are found among those of all.
  const own = sql<boolean>`coalesce(partner_id, '') = ${partner}`;
  const beside = isPurged
    ? types.map((type) => besideSubjects(type, [own, ...filters]))
    : [besideCustomers(partner, types, filters)];
  return { indexed: [apartOfPartner(partner, types, filters)], beside };
}

/** The first events of all customers, or of all KYC records. */
export async function firstOfType(db: Kysely<Tables>, type: EventType, bounds: Bounds): Promise<Scans> {
  const partners = await partnersFirstWith(db, type, bounds);
  return {
    indexed: partners.map((each) => apartOfPartner(each, [type], [])),
    beside: [besideSubjects(type, [])],
  };
}

/** The plain form tells a planner how frequent the types are, so it scans in order and does not sort. */
const apartOfPartner = (partner: string, types: readonly EventType[], filters: readonly Condition[]): Scan =>
  indexScan(
    [['partner_id', partner]],
    [sql.raw(OF_EVENTS_APART), sql`type in (${sql.join(types.map(valueOf))})`, ...filters],
  );
