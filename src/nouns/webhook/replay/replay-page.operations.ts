import type { Selectable } from 'kysely';
import { z } from 'zod';
import { type CommandContext, defineRealTimeCommand } from '../../../pipeline/operation.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { DELIVERY_STATUSES, deliveryMachine } from '../delivery/delivery.machine.ts';
import type { DeliveryRow } from '../delivery/delivery.present.ts';
import { countsOfDelivery } from '../delivery/delivery.rules.ts';
import type { EndpointRow } from '../endpoint/endpoint.present.ts';
import { wants } from '../endpoint/endpoint.rules.ts';
import { type NewDelivery, newDelivery } from '../delivery/enqueue-deliveries.ts';
import { inParts, padded } from '../../../engine/sql/in-parts.ts';
import { isOrdered, releaseIdle } from '../delivery/order.ts';
import type { Tables } from '../../../engine/sql/tables.ts';

/** Events of the feed that one transaction reads. */
const PAGE_EVENTS = 500;

/**
 * What each kind of replay sends again: the deliveries with these statuses and, if it adds the missing ones, events
 * that were never sent.
 */
const KINDS: ReadonlyMap<string, { readonly again: readonly string[]; readonly addsMissing: boolean }> =
  new Map([
    ['failed', { again: ['failed', 'canceled'], addsMissing: false }],
    ['all', { again: deliveryMachine.statesBefore('retry'), addsMissing: true }],
    ['missed', { again: ['failed', 'canceled'], addsMissing: true }],
  ]);

/**
 * Does one page of a replay: the oldest replay of the next endpoint after the given one. So endpoints take turns, and a
 * replay through a long feed delays no other. Returns the id of the endpoint; null if there is no replay.
 */
export const replayNextPage = defineRealTimeCommand({
  name: 'replayNextPage',
  roles: ['operator'],
  input: z.strictObject({ after: z.string() }),
  async run(context, { input: { after } }): Promise<string | null> {
    const { db } = context;
    const replay = (await nextReplay(context, after)) ?? (await nextReplay(context, ''));
    if (replay === undefined) return null;
    const endpoint = await db
      .selectFrom('webhook_endpoint')
      .innerJoin('partner', 'partner.id', 'webhook_endpoint.partner_id')
      .selectAll('webhook_endpoint')
      .select('partner.v1_members')
      .where('webhook_endpoint.id', '=', replay.endpoint_id)
      .executeTakeFirst();
    const page = endpoint?.status === 'enabled' ? await pageOf(context, endpoint, replay) : [];
    const last = page.at(-1)?.position;
    let { remaining } = replay;
    if (endpoint !== undefined && last !== undefined) {
      const types = replay.event_types.split(',');
      const own = endpoint.event_types.split(',');
      const { v1_members } = endpoint;
      const isWanted = ({ type }: Fed) => wants(own, type, v1_members) && wants(types, type, v1_members);
      const wanted = page.filter(isWanted);
      remaining -= await deliverAgain(context, endpoint, wanted, replay);
    }
    const isDone = last === undefined || page.length < PAGE_EVENTS || remaining <= 0;
    if (isDone) await db.deleteFrom('webhook_replay').where('id', '=', replay.id).execute();
    else
      await db
        .updateTable('webhook_replay')
        .set({ position: last, remaining })
        .where('id', '=', replay.id)
        .execute();
    return replay.endpoint_id;
  },
});

const nextReplay = (
  { db, rowLocks }: CommandContext,
  after: string,
): Promise<Selectable<Tables['webhook_replay']> | undefined> =>
  db
    .selectFrom('webhook_replay')
    .selectAll()
    .where('endpoint_id', '>', after)
    .orderBy('endpoint_id')
    .orderBy('id')
    .limit(1)
    .$if(rowLocks, (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();

interface Fed {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly position: number;
}

function pageOf(
  { db }: CommandContext,
  { partner_id }: EndpointRow,
  { position, until_position }: { readonly position: number; readonly until_position: number },
): Promise<readonly Fed[]> {
  return db
    .selectFrom('feed')
    .innerJoin('event', 'event.number', 'feed.event_number')
    .select(['event.id', 'event.type', 'event.subject', 'feed.position'])
    .where('feed.partner_id', '=', partner_id)
    .where('feed.position', '>', position)
    .where('feed.position', '<=', until_position)
    .orderBy('feed.position')
    .limit(PAGE_EVENTS)
    .execute();
}

/**
 * Makes due the deliveries of those events that this kind of replay includes: the first ones, up to its remaining
 * number. Returns how many.
 */
async function deliverAgain(
  context: CommandContext,
  endpoint: EndpointRow,
  events: readonly Fed[],
  { kind, remaining }: { readonly kind: string; readonly remaining: number },
): Promise<number> {
  const { again = [], addsMissing = false } = KINDS.get(kind) ?? {};
  if (events.length === 0) return 0;
  const deliveries = await deliveriesOfEvents(context, endpoint, events);
  const due = events
    .filter(({ id }) => {
      const delivery = deliveries.get(id);
      return delivery === undefined ? addsMissing : again.includes(delivery.status);
    })
    .slice(0, remaining);
  const ended = due.flatMap(({ id }) => deliveries.get(id) ?? []);
  await reset(context, ended);
  const missing = due.filter(({ id }) => !deliveries.has(id));
  const added = missing.map((event) => newDelivery(endpoint, event, context.now));
  const places = [...ended, ...added].filter(isOrdered);
  await add(context, added);
  const subjects = [...new Set(places.map(({ order_key }) => order_key))];
  await releaseIdle(context, endpoint.id, subjects, timestamp(context.now));
  return due.length;
}

/**
 * The deliveries of events, by the ids of the events. First locks the deliveries that have ended or are under way, then
 * reads all. A delivery that waits for another one of its subject is not locked: the process that ends the other one
 * makes a waiting one due, and locks in two orders would cause a deadlock.
 */
async function deliveriesOfEvents(
  { db, rowLocks }: CommandContext,
  { id }: EndpointRow,
  events: readonly Fed[],
): Promise<ReadonlyMap<string, DeliveryRow>> {
  const all = db
    .selectFrom('webhook_delivery')
    .where('endpoint_id', '=', id)
    .where('event_id', 'in', padded(events.map((event) => event.id)));
  if (rowLocks)
    await all
      .select('id')
      .where((eb) => eb.or([eb('completed_at', 'is not', null), eb('due_at', 'is not', null)]))
      .orderBy('id')
      .forUpdate()
      .execute();
  const rows: readonly DeliveryRow[] = await all.selectAll().execute();
  return new Map(rows.map((row) => [row.event_id, row]));
}

/** Adds deliveries, unless another replay has added them since the look-up. Ordered deliveries wait for their turn. */
async function add({ db, count }: CommandContext, rows: readonly NewDelivery[]): Promise<void> {
  const waiting = rows.map((row) => (isOrdered(row) ? { ...row, due_at: null } : row));
  for (const part of inParts(waiting)) {
    const added = await db
      .insertInto('webhook_delivery')
      .values(part)
      .onConflict((conflict) => conflict.columns(['endpoint_id', 'event_id']).doNothing())
      .returning(['endpoint_id', 'event_type'])
      .execute();
    await count(added.flatMap((row) => countsOfDelivery(row, 'pending', 1)));
  }
}

/**
 * Starts deliveries again that have ended, unless another request has started them since the look-up. Ordered
 * deliveries wait for their turn.
 */
async function reset({ db, now, count }: CommandContext, rows: readonly DeliveryRow[]): Promise<void> {
  const started = new Set<string>();
  for (const [due_at, those] of Map.groupBy(rows, (row) => (isOrdered(row) ? null : timestamp(now)))) {
    const changed = await db
      .updateTable('webhook_delivery')
      .set({ status: 'pending', step: 0, due_at, lease: null, completed_at: null })
      .where('id', 'in', padded(those.map(({ id }) => id)))
      .where('completed_at', 'is not', null)
      .returning('id')
      .execute();
    for (const { id } of changed) started.add(id);
  }
  await count(
    rows.flatMap((row) => {
      if (!started.has(row.id)) return [];
      const status = DELIVERY_STATUSES.find((each) => each === row.status) ?? 'pending';
      return [...countsOfDelivery(row, status, -1), ...countsOfDelivery(row, 'pending', 1)];
    }),
  );
}
