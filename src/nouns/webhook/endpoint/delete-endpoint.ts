import { notBefore } from '../../../kernel/clock.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';
import type { EndpointRow } from './endpoint.present.ts';
import { aboutEndpoint, countsOfEndpoint } from './endpoint.rules.ts';

/** Deletes an endpoint. Its secrets are removed at once, its deliveries later in batches. */
export async function deleteEndpoint(
  { db, now, record, count }: CommandContext,
  { id, partner_id, updated_at }: Pick<EndpointRow, 'id' | 'partner_id' | 'updated_at'>,
): Promise<void> {
  const deleted_at = notBefore(updated_at, now);
  const change = {
    status: 'disabled',
    secret: null,
    former_secret: null,
    deleted_at,
    updated_at: deleted_at,
  };
  await db.updateTable('webhook_endpoint').set(change).where('id', '=', id).execute();
  await record({ ...aboutEndpoint({ id, partner_id }), type: 'webhook_endpoint.deleted' });
  await count(countsOfEndpoint(partner_id, -1));
}

/** Deletes every endpoint of a partner. */
export async function deleteEndpointsOf(context: CommandContext, partnerId: string): Promise<void> {
  const endpoints = await context.db
    .selectFrom('webhook_endpoint')
    .select(['id', 'partner_id', 'updated_at'])
    .where('partner_id', '=', partnerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$call(lockRows(context))
    .execute();
  for (const endpoint of endpoints) await deleteEndpoint(context, endpoint);
}
