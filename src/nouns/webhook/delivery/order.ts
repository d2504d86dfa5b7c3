import type { Kysely } from 'kysely';
import { inParts, padded } from '../../../engine/sql/in-parts.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { lockFreeRows } from '../../../pipeline/rows/row-locks.ts';
import type { DeliveryRow } from './delivery.present.ts';

type Ordered = Pick<DeliveryRow, 'endpoint_id' | 'order_key' | 'event_id'>;

/** Whether other deliveries can wait for this one. */
export const isOrdered = ({ order_key, event_id }: Ordered): boolean => order_key !== event_id;

/**
 * The deliveries under way: they are due, are being sent, or have a time for their next attempt. Other deliveries of
 * their subject wait for them. To keep the order, only these are ever locked, because the process that ends one makes
 * another one due.
 */
export const underWay = (db: Kysely<Tables>, endpointId: string, subjects: readonly string[]) =>
  db
    .selectFrom('webhook_delivery')
    .select('order_key')
    .where('endpoint_id', '=', endpointId)
    .where('order_key', 'in', subjects)
    .where('completed_at', 'is', null)
    .where('due_at', 'is not', null)
    .orderBy('id');

/**
 * The subjects that have a delivery under way. That delivery is locked: a process that ends it waits for this
 * transaction, and then finds what was started here. A delivery that another process has locked is left out, because
 * that process may be ending it. Then a delivery that is started here may be due too early, and waits for its turn when
 * it is claimed.
 */
async function subjectsToWaitFor(
  context: Starting,
  endpointId: string,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await underWay(context.db, endpointId, subjects).$call(lockFreeRows(context)).execute();
  return new Set(rows.map(({ order_key }) => order_key));
}

type Starting = Pick<CommandContext, 'db' | 'rowLocks'>;

/** The due time of a delivery that is started again: now, or null if it waits for another delivery of its subject. */
export async function dueTimeOf(context: Starting, delivery: Ordered, now: string): Promise<string | null> {
  if (!isOrdered(delivery)) return now;
  const subjects = [delivery.order_key];
  const busy = await subjectsToWaitFor(context, delivery.endpoint_id, subjects);
  if (busy.size > 0) return null;
  await releaseForgotten(context, delivery.endpoint_id, subjects, now);
  return now;
}

/**
 * Makes the next delivery of a subject due, in the transaction that ends the delivery before it. The row is found by
 * its id alone (see `ownAttempts` for the status).
 */
export async function releaseNext(db: Kysely<Tables>, delivery: Ordered, now: string): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ due_at: now })
    .where('due_at', 'is', null)
    .where('status', '=', 'pending')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('webhook_delivery')
        .select('id')
        .where('endpoint_id', '=', delivery.endpoint_id)
        .where('order_key', '=', delivery.order_key)
        .where('completed_at', 'is', null)
        .orderBy('position')
        .limit(1),
    )
    .execute();
}

/**
 * Makes later deliveries of a subject wait for this one, which has a time for its next attempt. Later ones are due only
 * if two changes of the subject met. They would not be sent before this one, but would count as late.
 */
export async function holdLater(
  db: Kysely<Tables>,
  { endpoint_id, order_key, position }: Ordered & Pick<DeliveryRow, 'position'>,
): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ due_at: null })
    .where('endpoint_id', '=', endpoint_id)
    .where('order_key', '=', order_key)
    .where('position', '>', position)
    .where('completed_at', 'is', null)
    .where('due_at', 'is not', null)
    .where('lease', 'is', null)
    .execute();
}

/**
 * Makes the next delivery of each subject due, except in subjects that have a delivery under way: their other
 * deliveries wait for it.
 */
export async function releaseIdle(
  context: Starting,
  endpointId: string,
  subjects: readonly string[],
  now: string,
): Promise<void> {
  for (const part of inParts(subjects)) {
    const busy = await subjectsToWaitFor(context, endpointId, part);
    const idle = part.filter((subject) => !busy.has(subject));
    await releaseFirst(context, endpointId, await firstWaiting(context.db, endpointId, idle), now);
  }
}

/**
 * Makes the next delivery of a subject due if deliveries wait and none is under way. This happens if an endpoint is
 * enabled while its deliveries are being canceled. So a delivery that is started in the same transaction does not
 * overtake the waiting ones.
 */
export async function releaseForgotten(
  context: Starting,
  endpointId: string,
  subjects: readonly string[],
  now: string,
): Promise<void> {
  for (const part of inParts(subjects)) {
    const waiting = await firstWaiting(context.db, endpointId, part);
    await releaseFirst(
      context,
      endpointId,
      waiting.filter(({ started }) => started === 0),
      now,
    );
  }
}

interface Waiting {
  readonly order_key: string;
  /** The position of the first waiting delivery; null if none waits. */
  readonly position: number | null;
  /** The number of deliveries that do not wait. */
  readonly started: number;
}

/** The first waiting delivery of each subject with an unfinished delivery. */
async function firstWaiting(
  db: Kysely<Tables>,
  endpointId: string,
  subjects: readonly string[],
): Promise<readonly Waiting[]> {
  if (subjects.length === 0) return [];
  return db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => [
      'order_key',
      fn.min<number | null>('position').filterWhere('due_at', 'is', null).as('position'),
      fn.count<number>('due_at').as('started'),
    ])
    .where('endpoint_id', '=', endpointId)
    .where('order_key', 'in', padded(subjects))
    .where('completed_at', 'is', null)
    .groupBy('order_key')
    .execute();
}

/**
 * Makes waiting deliveries due. Leaves out deliveries that another process has locked: that process makes them due, and
 * locks in two orders would cause a deadlock.
 */
async function releaseFirst(
  context: Starting,
  endpointId: string,
  firsts: readonly Waiting[],
  now: string,
): Promise<void> {
  const places = firsts.flatMap(({ order_key, position }) =>
    position === null ? [] : [{ order_key, position }],
  );
  // Two deliveries of a subject never have the same position.
  for (const some of inParts(places)) {
    const subjects = some.map(({ order_key }) => order_key);
    const positions = some.map(({ position }) => position);
    await context.db
      .updateTable('webhook_delivery')
      .set({ due_at: now })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('webhook_delivery')
          .select('id')
          .where('endpoint_id', '=', endpointId)
          .where('order_key', 'in', subjects)
          .where('position', 'in', positions)
          .where('due_at', 'is', null)
          .where('completed_at', 'is', null)
          .$call(lockFreeRows(context)),
      )
      .execute();
  }
}
