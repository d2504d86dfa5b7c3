import type { Kysely } from 'kysely';
import { inParts } from '../../kernel/in-parts.ts';
import type { Tables } from '../../kernel/sql/tables.ts';
import type { DeliveryRow } from './delivery.present.ts';

type Ordered = Pick<DeliveryRow, 'endpoint_id' | 'order_key' | 'event_id'>;

/** Whether other deliveries can wait for this one. */
export const isOrdered = ({ order_key, event_id }: Ordered): boolean => order_key !== event_id;

/** When a delivery that is started again is due: now, or null where it waits for another delivery of its subject. */
export async function dueTimeOf(db: Kysely<Tables>, delivery: Ordered, now: string): Promise<string | null> {
  if (!isOrdered(delivery)) return now;
  const other = await db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('endpoint_id', '=', delivery.endpoint_id)
    .where('order_key', '=', delivery.order_key)
    .where('completed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other === undefined ? now : null;
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
 * Makes the next delivery of each subject due, except where one is being sent or has a time for its next attempt: the
 * others wait for it.
 */
export async function releaseIdle(
  db: Kysely<Tables>,
  endpointId: string,
  subjects: readonly string[],
  now: string,
): Promise<void> {
  for (const part of inParts(subjects)) {
    const firsts = await db
      .selectFrom('webhook_delivery')
      .select(({ fn }) => ['order_key', fn.min('position').as('position')])
      .where('endpoint_id', '=', endpointId)
      .where('order_key', 'in', part)
      .where('completed_at', 'is', null)
      .groupBy('order_key')
      .having(({ fn }) => fn.count('due_at'), '=', 0)
      .execute();
    // No two deliveries of a subject have one position.
    for (const some of inParts(firsts))
      await db
        .updateTable('webhook_delivery')
        .set({ due_at: now })
        .where('endpoint_id', '=', endpointId)
        .where(
          'order_key',
          'in',
          some.map(({ order_key }) => order_key),
        )
        .where(
          'position',
          'in',
          some.map(({ position }) => position),
        )
        .where('due_at', 'is', null)
        .where('completed_at', 'is', null)
        .execute();
  }
}
