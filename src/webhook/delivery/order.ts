import type { Kysely } from 'kysely';
import { inParts, padded } from '../../kernel/in-parts.ts';
import type { Tables } from '../../kernel/sql/tables.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { lockFreeRows } from '../../pipeline/rows/row-locks.ts';
import type { DeliveryRow } from './delivery.present.ts';

type Ordered = Pick<DeliveryRow, 'endpoint_id' | 'order_key' | 'event_id'>;

/** Whether other deliveries can wait for this one. */
export const isOrdered = ({ order_key, event_id }: Ordered): boolean => order_key !== event_id;

/**
 * The deliveries of subjects that are being sent, are due or have a time for their next attempt. The others of a subject
 * wait for them, so only these are ever locked for it: the process that ends one makes another one due.
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
 * The subjects with a delivery that others can wait for. It is locked: a process that ends it waits for this
 * transaction, and then finds what was started here. Left out are those that a process has locked, which may be ending
 * them: what is due too early waits for its turn when it is claimed.
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

/** When a delivery that is started again is due: now, or null where it waits for another delivery of its subject. */
export async function dueTimeOf(context: Starting, delivery: Ordered, now: string): Promise<string | null> {
  if (!isOrdered(delivery)) return now;
  const busy = await subjectsToWaitFor(context, delivery.endpoint_id, [delivery.order_key]);
  return busy.size === 0 ? now : null;
}

/** Makes the next delivery of a subject due, in the transaction that ends the one before. */
export async function releaseNext(db: Kysely<Tables>, delivery: Ordered, now: string): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ due_at: now })
    .where('due_at', 'is', null)
    .where('completed_at', 'is', null)
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
 * Lets later deliveries of a subject wait for one that has a time for its next attempt. They are due where two changes of
 * the subject met; they would not be sent before it, but counted as late.
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
 * Makes the next delivery of each subject due, except where one is being sent or has a time for its next attempt: the
 * others wait for it.
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
    await releaseFirst(context, endpointId, idle, now);
  }
}

/** Leaves out what another process has locked, which makes it due: two lock orders would be a deadlock. */
async function releaseFirst(
  context: Starting,
  endpointId: string,
  subjects: readonly string[],
  now: string,
): Promise<void> {
  if (subjects.length === 0) return;
  const { db } = context;
  const firsts = await db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => ['order_key', fn.min('position').as('position')])
    .where('endpoint_id', '=', endpointId)
    .where('order_key', 'in', padded(subjects))
    .where('completed_at', 'is', null)
    .where('due_at', 'is', null)
    .groupBy('order_key')
    .execute();
  // No two deliveries of a subject have one position.
  for (const some of inParts(firsts)) {
    const keys = some.map(({ order_key }) => order_key);
    const positions = some.map(({ position }) => position);
    await db
      .updateTable('webhook_delivery')
      .set({ due_at: now })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('webhook_delivery')
          .select('id')
          .where('endpoint_id', '=', endpointId)
          .where('order_key', 'in', keys)
          .where('position', 'in', positions)
          .where('due_at', 'is', null)
          .where('completed_at', 'is', null)
          .$call(lockFreeRows(context)),
      )
      .execute();
  }
}
