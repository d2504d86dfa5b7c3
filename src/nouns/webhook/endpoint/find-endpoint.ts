import { noSuch } from '../../../kernel/errors.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { visibleTo } from '../../../pipeline/rows/tenancy.ts';
import type { EndpointRow } from './endpoint.present.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';

export type EndpointIds = { readonly webhook_endpoint_id: string };

/** The endpoint. A transaction locks its row until it ends. Throws `resource_missing`. */
export async function findEndpoint(
  context: QueryContext,
  { webhook_endpoint_id: id }: EndpointIds,
): Promise<EndpointRow> {
  const { db, caller } = context;
  return db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(visibleTo(caller))
    .$call(lockRows(context))
    .executeTakeFirstOrThrow(() => noSuch('webhook endpoint'));
}
