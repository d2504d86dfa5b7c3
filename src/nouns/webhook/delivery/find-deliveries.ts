import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../../engine/sql/tables.ts';
import { noSuch } from '../../../kernel/errors.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { visibleTo } from '../../../pipeline/rows/tenancy.ts';
import type { DeliveryRow } from './delivery.present.ts';
import type { DeliveryFilter } from './delivery.rules.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';

export type DeliveryIds = { readonly webhook_delivery_id: string };

/** The delivery. Throws `resource_missing`, also if its endpoint is deleted. */
export async function findDelivery(
  context: QueryContext,
  { webhook_delivery_id: id }: DeliveryIds,
): Promise<DeliveryRow> {
  const { db, caller } = context;
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(caller))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_endpoint')
          .select('webhook_endpoint.id')
          .whereRef('webhook_endpoint.id', '=', 'webhook_delivery.endpoint_id')
          .where('webhook_endpoint.deleted_at', 'is', null),
      ),
    )
    .$call(lockRows(context))
    .executeTakeFirstOrThrow(() => noSuch('webhook delivery'));
}

/** Whether a page may have to read many deliveries that it does not show. */
export const leavesOutMany = ({ status, event_type }: DeliveryFilter): boolean =>
  status !== undefined && event_type !== undefined;

/**
 * The deliveries of an endpoint. Each filter has an index in the order of ids. With both filters the index by status is
 * used, or the index by type if most deliveries have the status. The other column is in a form that keeps planners from
 * its index.
 */
export function deliveriesWithin(
  db: Kysely<Tables>,
  endpointId: string,
  { status, event_type }: DeliveryFilter,
) {
  const all = db.selectFrom('webhook_delivery').selectAll().where('endpoint_id', '=', endpointId);
  if (status === undefined && event_type === undefined) return all;
  if (status === undefined) return all.where('event_type', '=', event_type ?? '');
  if (event_type === undefined) return all.where('status', '=', status);
  return status === 'succeeded'
    ? all.where('event_type', '=', event_type).where(sql<SqlBool>`coalesce(status, '') = ${status}`)
    : all.where('status', '=', status).where(sql<SqlBool>`coalesce(event_type, '') = ${event_type}`);
}
