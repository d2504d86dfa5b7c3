import type { NewEvent } from '../../../trail/record/record.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';
import { visibleTo } from '../../../pipeline/rows/tenancy.ts';

/** A record with a part that is about to be shown. */
interface ReadRecord {
  readonly subject: `kyc/${string}`;
  readonly partnerId: string;
}

/**
 * Locks the records of customers while their events get numbers. The order is always the same, so that readers of the
 * same records wait for each other without a deadlock.
 */
export async function lockForReading(
  { db, caller, rowLocks }: QueryContext,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, ReadRecord>> {
  if (customerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('kyc_record')
    .select(['customer_id', 'partner_id'])
    .where('customer_id', 'in', customerIds)
    .where(visibleTo(caller))
    .orderBy('customer_id')
    .$call(lockRows({ rowLocks }))
    .execute();
  return new Map(
    rows.map(({ customer_id, partner_id }) => [
      customer_id,
      { subject: `kyc/${customer_id}`, partnerId: partner_id },
    ]),
  );
}

/** The shown parts of a record. Each part gives an event. */
export interface KycParts {
  readonly customerId: string;
  readonly parts: readonly ('identity' | 'screening')[];
}

/** The events for showing parts of the records of customers. */
export async function kycReads(
  context: QueryContext,
  shown: readonly KycParts[],
): Promise<readonly NewEvent[]> {
  const records = await lockForReading(
    context,
    shown.filter(({ parts }) => parts.length > 0).map(({ customerId }) => customerId),
  );
  return shown.flatMap(({ customerId, parts }) => {
    const record = records.get(customerId);
    if (record === undefined) return [];
    return parts.map((part) => ({ ...record, type: `kyc.${part}_read` }) as const);
  });
}
