import type { Insertable, Kysely } from 'kysely';
import type { FedEvent } from '../../../trail/positions/feed.ts';
import { type Clock, timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/id.ts';
import { statement } from '../../../engine/sql/statement.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { addToCounters } from '../../../pipeline/rows/counter.ts';
import type { Database } from '../../../engine/sql/database.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import type { FedInTransaction } from '../../../trail/positions/feed-hooks.ts';
import { countsOfDelivery } from './delivery.rules.ts';
import { endpointOf, TEST_EVENT, wants } from '../endpoint/endpoint.rules.ts';
import { inParts, padded } from '../../../engine/sql/in-parts.ts';
import { releaseForgotten, underWay } from './order.ts';

export type NewDelivery = Insertable<Tables['webhook_delivery']>;
type Subscribed = Pick<NewDelivery, 'partner_id'> & {
  readonly id: string;
  readonly event_types: string;
  readonly ordering: string;
  /** The setting of its partner. */
  readonly v1_members: string;
};

/**
 * Adds a delivery for each endpoint that is subscribed to an event, in the transaction that gives the event its
 * position. So a change that is rolled back is never sent, and a committed change is sent even if the process dies.
 */
export function enqueueDeliveries(
  { rowLocks, counterShards }: Pick<Database, 'rowLocks' | 'counterShards'>,
  clock: Clock,
): FedInTransaction {
  return async (events, db) => {
    await placeTests(db, events);
    const endpoints = await endpointsOfPartners(db, events);
    if (endpoints.length === 0) return;
    const now = clock();
    const rows = endpoints.flatMap((endpoint) => deliveriesTo(endpoint, events, now));
    const ordered = rows.filter(({ order_key, event_id }) => order_key !== event_id);
    const taken = await subjectsThatWait({ db, rowLocks }, ordered, timestamp(now));
    for (const row of ordered) {
      const place = `${row.endpoint_id} ${row.order_key}`;
      // The first delivery of a subject is due. The others of the same batch wait for it.
      if (taken.has(place)) row.due_at = null;
      taken.add(place);
    }
    for (const part of inParts(rows)) {
      await db
        .insertInto('webhook_delivery')
        .values(part)
        .onConflict((conflict) => conflict.columns(['endpoint_id', 'event_id']).doNothing())
        .execute();
    }
    const counts = rows.flatMap((row) => countsOfDelivery(row, 'pending', 1));
    await addToCounters(db, counterShards, counts);
  };
}

/** The delivery of a test exists before its event has a position, so it gets the position here. */
async function placeTests(db: Kysely<Tables>, events: readonly FedEvent[]): Promise<void> {
  for (const { event, position } of events) {
    if (event.type !== TEST_EVENT) continue;
    await db
      .updateTable('webhook_delivery')
      .set({ position })
      .where('endpoint_id', '=', endpointOf(event.subject))
      .where('event_id', '=', event.id)
      .execute();
  }
}

async function endpointsOfPartners(
  db: Kysely<Tables>,
  events: readonly FedEvent[],
): Promise<readonly Subscribed[]> {
  const partners = new Set<string>();
  for (const { event } of events) if (event.partner_id !== null) partners.add(event.partner_id);
  return partners.size === 0 ? [] : enabledEndpoints(db, { partners: padded([...partners]) });
}

const enabledEndpoints = statement((db, { partners }: { partners: readonly string[] }) =>
  db
    .selectFrom('webhook_endpoint')
    .innerJoin('partner', 'partner.id', 'webhook_endpoint.partner_id')
    .select([
      'webhook_endpoint.id',
      'webhook_endpoint.partner_id',
      'webhook_endpoint.event_types',
      'webhook_endpoint.ordering',
      'partner.v1_members',
    ])
    .where('webhook_endpoint.partner_id', 'in', partners)
    .where('webhook_endpoint.status', '=', 'enabled')
    .where('webhook_endpoint.deleted_at', 'is', null)
    .orderBy('webhook_endpoint.id'),
);

function deliveriesTo(endpoint: Subscribed, events: readonly FedEvent[], now: Date): NewDelivery[] {
  const types = endpoint.event_types.split(',');
  return events
    .filter(
      ({ event }) =>
        event.partner_id === endpoint.partner_id && wants(types, event.type, endpoint.v1_members),
    )
    .map(({ event, position, traceparent = null }) =>
      newDelivery(endpoint, { ...event, position, traceparent }, now),
    );
}

interface Placed {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly position: number;
  readonly traceparent?: string | null;
}

/** A delivery that is due now. */
export function newDelivery(
  { id, partner_id, ordering }: Pick<Subscribed, 'id' | 'partner_id' | 'ordering'>,
  event: Placed,
  now: Date,
): NewDelivery {
  return {
    id: newId('whd', now),
    endpoint_id: id,
    partner_id,
    event_id: event.id,
    event_type: event.type,
    position: event.position,
    order_key: ordering === 'subject' ? event.subject : event.id,
    status: 'pending',
    attempts: 0,
    step: 0,
    due_at: timestamp(now),
    lease: null,
    created_at: timestamp(now),
    completed_at: null,
    traceparent: event.traceparent ?? null,
  };
}

/**
 * The subjects of each endpoint that have a delivery under way. That delivery is locked: a process that ends it waits
 * for this transaction, and then finds the deliveries that are added here.
 * If a delivery ends before it can be locked, its subject is left out. The next delivery of the subject may be under
 * way by then, but it is not locked and may end before this transaction. So the new delivery is due too early, and
 * waits for its turn when it is claimed.
 * If deliveries of a subject wait but none is under way, the first of them becomes due. The new one then waits for it
 * when it is claimed.
 */
async function subjectsThatWait(
  context: Pick<CommandContext, 'db' | 'rowLocks'>,
  ordered: readonly NewDelivery[],
  now: string,
): Promise<Set<string>> {
  const places = Map.groupBy(ordered, ({ endpoint_id }) => endpoint_id);
  const found = new Set<string>();
  for (const [endpoint, rows] of places) {
    const keys = [...new Set(rows.map(({ order_key }) => order_key))];
    const busy = await underWay(context.db, endpoint, padded(keys))
      .$if(context.rowLocks, (query) => query.forUpdate())
      .execute();
    for (const { order_key } of busy) found.add(`${endpoint} ${order_key}`);
    const idle = keys.filter((key) => !found.has(`${endpoint} ${key}`));
    await releaseForgotten(context, endpoint, idle, now);
  }
  return found;
}
