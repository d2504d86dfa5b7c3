import type { ExpressionBuilder } from 'kysely';
import { daysLater, secondsLater, timestamp } from '../../kernel/clock.ts';
import { type CommandContext, defineRealTimeCommand } from '../../pipeline/operation.ts';
import { disabledWithWaiting, isCancelable } from './look-for-upkeep.operations.ts';
import { DELIVERY_STATUSES } from './delivery/delivery.machine.ts';
import { countsOfDelivery } from './delivery/delivery.rules.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { padded } from '../../engine/sql/in-parts.ts';
import { lockFreeRows } from '../../pipeline/rows/row-locks.ts';

/** Rows of one transaction: some milliseconds of work, during which writers on SQLite wait. */
const BATCH_ROWS = 500;
/**
 * How long the row of a deleted endpoint stays. A transaction that began before the deletion may still add deliveries,
 * which are found by this row, so it stays longer than any transaction.
 */
const DELETED_KEPT_SECONDS = 600;

/** Cancels a batch of deliveries that wait for disabled endpoints. Returns how many. */
export const cancelWebhookDeliveries = defineRealTimeCommand({
  name: 'cancelWebhookDeliveries',
  roles: ['operator'],
  async run(context): Promise<number> {
    const now = timestamp(context.now);
    // Their rows are locked: a change that enables one waits, so its replay finds the deliveries that are canceled here.
    // Endpoints that another process has locked are left to it.
    const endpoints = await disabledWithWaiting(context.db, now)
      .limit(BATCH_ROWS)
      .$call(lockFreeRows(context))
      .execute();
    if (endpoints.length === 0) return 0;
    const rows = await context.db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('endpoint_id', 'in', padded(endpoints.map(({ id }) => id)))
      .where(isCancelable(now))
      .limit(BATCH_ROWS)
      // If another transaction has locked a delivery, it may be waiting for the endpoint.
      .$call(lockFreeRows(context))
      .execute();
    if (rows.length === 0) return 0;
    const canceled = await context.db
      .updateTable('webhook_delivery')
      .set({ status: 'canceled', due_at: null, lease: null, completed_at: now })
      .where('id', 'in', padded(rows.map(({ id }) => id)))
      .where('completed_at', 'is', null)
      .returning(['endpoint_id', 'event_type'])
      .execute();
    await context.count(
      canceled.flatMap((row) => [
        ...countsOfDelivery(row, 'pending', -1),
        ...countsOfDelivery(row, 'canceled', 1),
      ]),
    );
    return rows.length;
  },
});

/**
 * Removes a batch of ended deliveries that are older than they are kept, or whose endpoint was deleted. Returns how
 * many.
 */
export const reapWebhookDeliveries = defineRealTimeCommand({
  name: 'reapWebhookDeliveries',
  roles: ['operator'],
  async run(context): Promise<number> {
    const end = timestamp(daysLater(context.now, -context.policy.webhookDays));
    const { db } = context;
    const old = await db
      .selectFrom('webhook_delivery')
      .select(['id', 'endpoint_id', 'event_type', 'status'])
      .where('completed_at', '<', end)
      .limit(BATCH_ROWS)
      // So that nothing sends a delivery again while it is being removed.
      .$call(lockFreeRows(context))
      .execute();
    const orphans = await db
      .selectFrom('webhook_delivery')
      .select(['id', 'endpoint_id', 'event_type', 'status'])
      .where('endpoint_id', '=', deletedWithDeliveries)
      .orderBy('id')
      .limit(BATCH_ROWS)
      // So that nothing adds an attempt to a delivery while it is being removed.
      .$call(lockFreeRows(context))
      .execute();
    await removeDeliveries(context, [...old, ...orphans]);
    if (orphans.length === 0) await removeEmptyEndpoints(context);
    return old.length + orphans.length;
  },
});

/** A deleted endpoint with deliveries. Its form keeps query planners from reading both tables whole to join them. */
const deletedWithDeliveries = ({ selectFrom }: ExpressionBuilder<Tables, 'webhook_delivery'>) =>
  selectFrom('webhook_endpoint as deleted')
    .select('deleted.id')
    .where('deleted.deleted_at', 'is not', null)
    .where(
      (eb) =>
        eb
          .selectFrom('webhook_delivery as first')
          .select(({ fn }) => fn.min('first.id').as('id'))
          .whereRef('first.endpoint_id', '=', 'deleted.id'),
      'is not',
      null,
    )
    .limit(1);

interface Removed {
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_type: string;
  readonly status: string;
}

async function removeDeliveries({ db, count }: CommandContext, rows: readonly Removed[]): Promise<void> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (byId.size === 0) return;
  const ids = padded([...byId.keys()]);
  await db.deleteFrom('webhook_attempt').where('delivery_id', 'in', ids).execute();
  const removed = await db
    .deleteFrom('webhook_delivery')
    .where('id', 'in', ids)
    .returning(['endpoint_id', 'event_type', 'status'])
    .execute();
  await count(
    removed.flatMap((row) => {
      const status = DELIVERY_STATUSES.find((each) => each === row.status);
      return status === undefined ? [] : countsOfDelivery(row, status, -1);
    }),
  );
}

/** Removes endpoints that were deleted some time ago and have no deliveries left. */
async function removeEmptyEndpoints({ db, now }: CommandContext): Promise<void> {
  await db
    .deleteFrom('webhook_replay')
    .where('endpoint_id', 'in', (eb) =>
      eb.selectFrom('webhook_endpoint').select('id').where('deleted_at', 'is not', null),
    )
    .execute();
  await db
    .deleteFrom('webhook_endpoint')
    .where('deleted_at', '<', timestamp(secondsLater(now, -DELETED_KEPT_SECONDS)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_delivery')
            .select('webhook_delivery.id')
            .whereRef('webhook_delivery.endpoint_id', '=', 'webhook_endpoint.id'),
        ),
      ),
    )
    .execute();
}

/**
 * Makes deliveries due that wait although no other delivery is before them. That happens if an endpoint is enabled
 * while its deliveries are being canceled, or if two changes of one subject meet. Returns how many.
 */
export const releaseWebhookDeliveries = defineRealTimeCommand({
  name: 'releaseWebhookDeliveries',
  roles: ['operator'],
  async run({ db, now, rowLocks }): Promise<number> {
    const released = await db
      .updateTable('webhook_delivery')
      .set({ due_at: timestamp(now) })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('webhook_delivery as waiting')
          .innerJoin('webhook_endpoint', 'webhook_endpoint.id', 'waiting.endpoint_id')
          .select('waiting.id')
          .where('webhook_endpoint.status', '=', 'enabled')
          .where('waiting.completed_at', 'is', null)
          .where('waiting.due_at', 'is', null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('webhook_delivery as before')
                  .select('before.id')
                  .whereRef('before.endpoint_id', '=', 'waiting.endpoint_id')
                  .whereRef('before.order_key', '=', 'waiting.order_key')
                  .where('before.completed_at', 'is', null)
                  .where((other) =>
                    other.or([
                      other('before.due_at', 'is not', null),
                      other('before.position', '<', other.ref('waiting.position')),
                    ]),
                  ),
              ),
            ),
          )
          .limit(BATCH_ROWS)
          // If another transaction has locked a delivery, that transaction makes it due, and may be waiting for another
          // one.
          .$if(rowLocks, (query) => query.forNoKeyUpdate('waiting').skipLocked()),
      )
      .executeTakeFirstOrThrow();
    return Number(released.numUpdatedRows);
  },
});
