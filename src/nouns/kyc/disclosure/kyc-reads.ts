import type { NewEvent } from '../../../trail/record/record.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { lockCustomers } from './lock-customers.ts';

/** A record with a part that is about to be shown. */
interface ReadRecord {
  readonly subject: `kyc/${string}`;
  readonly partnerId: string;
}

/** Locks the records of customers while their events get numbers. */
export async function lockForReading(
  context: QueryContext,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, ReadRecord>> {
  if (customerIds.length === 0) return new Map();
  const customers = await lockCustomers(context, customerIds);
  return new Map(
    customers.map(({ id, partner_id }) => [id, { subject: `kyc/${id}`, partnerId: partner_id }]),
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
