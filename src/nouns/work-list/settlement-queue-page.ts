import { type Kysely, type SqlBool, sql } from 'kysely';
import { mapPage, type Page } from '../../kernel/page.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import {
  cursorOf,
  type Queued,
  type QueueKind,
  type QueuePage,
  queuePageOf,
} from '../../pipeline/rows/find-queue.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { settlementsIn } from '../settlement/list/index-partitions.ts';
import { listedSettlement } from '../settlement/list/listed-settlement.ts';
import type { ListedRow } from '../settlement/proven-settlements.ts';
import type { InstantSettlementSummary } from '../settlement/settlement.present.ts';
import type { FilteredRows } from './row-filters.ts';

/** The list of the settlements in a status. */
const QUEUES = { submitted: 'review', approved: 'lapsing', accepted: 'disburse' } as const;
export type WaitingStatus = keyof typeof QUEUES;

/** The rows of such a list: they wait since they got their status. */
export const rowsIn = (status: WaitingStatus): FilteredRows => ({
  queue: QUEUES[status],
  id: 'instant_settlement.id',
  state: sql.lit(status),
  waitsSince: (moment) => sql<SqlBool>`updated_at <= ${moment}`,
});

interface Queue {
  readonly kind: QueueKind;
  readonly key: 'updated_at' | 'offer_expires_at' | 'amount';
  readonly isDescending?: boolean;
  readonly partitions: Parameters<typeof settlementsIn>[1];
}

/** A page of a queue of settlements that wait in a status. */
export async function findQueuePage(
  context: QueryContext,
  queue: Queue,
  page: QueuePage,
): Promise<Page<Queued<InstantSettlementSummary>>> {
  const { kind, key } = queue;
  const rows = await findQueueRows(context.db, queue, page);
  return mapPage(queuePageOf(rows, page), (row) => ({
    cursor: cursorOf(kind, {
      ahead: kind.isInParts && row.kyc_changed === 1,
      key: row[key],
      id: row.id,
    }),
    item: listedSettlement(context, row),
  }));
}

/** The rows of a page in the order of the queue, and one more row to see whether the queue continues. */
function findQueueRows(
  db: Kysely<Tables>,
  { kind, key, isDescending = false, partitions }: Queue,
  page: QueuePage,
): Promise<readonly ListedRow[]> {
  const direction = (page.from === 'start') === isDescending ? 'desc' : 'asc';
  return settlementsIn(db, partitions)
    .$if(kind.isInParts, (query) => query.orderBy('kyc_changed', page.from === 'start' ? 'desc' : 'asc'))
    .orderBy(key, direction)
    .orderBy('id', direction)
    .limit(page.limit + 1)
    .execute();
}
