import type { NewEvent } from '../journal/record.ts';
import type { QueryContext } from '../pipeline/operation.ts';
import { visibleTo } from '../pipeline/tenancy.ts';

/** A record of which something is about to be shown. */
export interface ReadRecord {
  readonly subject: `kyc/${string}`;
  readonly partnerId: string;
}

/**
 * The records of customers, locked for the moment in which their events are numbered, in one order: readers of the same
 * records wait for each other and never for ever.
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
    .$if(rowLocks, (query) => query.forNoKeyUpdate())
    .execute();
  return new Map(
    rows.map(({ customer_id, partner_id }) => [
      customer_id,
      { subject: `kyc/${customer_id}`, partnerId: partner_id },
    ]),
  );
}

/** Which parts of a record are shown; each is an event. */
export interface KycParts {
  readonly customerId: string;
  readonly parts: readonly ('identity' | 'screening')[];
}

/** That parts of the records of customers are shown. */
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
