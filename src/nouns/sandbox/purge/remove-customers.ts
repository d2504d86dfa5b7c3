import { releaseBlobs } from '../../../engine/blob/orphan-blobs.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { EVERY_PARTNER } from '../../../pipeline/rows/tenancy.ts';
import { customersOf } from '../../customer/customer.rules.ts';
import { blobKeyOf } from '../../document/document-blob.rules.ts';
import { warnedName } from '../../kyc/kyc-warnings.ts';
import { nextRecords } from './purge-batch.ts';

/** Removes customers of a partner with their KYC records and files, and takes them out of the totals. */
export async function removeCustomers(
  { db, now, count }: CommandContext,
  partnerId: string,
): Promise<number> {
  const ids = await nextRecords(db, 'customer', { of: 'document', by: 'customer_id' }, partnerId);
  if (ids.length === 0) return 0;
  const files = await db
    .deleteFrom('document')
    .where('customer_id', 'in', ids)
    .returning(['id', 'revision'])
    .execute();
  await releaseBlobs(db, files.map(blobKeyOf), now);
  await db.deleteFrom('document_request').where('customer_id', 'in', ids).execute();
  await db.deleteFrom('snooze').where('about', 'in', ids).execute();
  await db.deleteFrom('note').where('about', 'in', ids).execute();
  await db.deleteFrom('hold').where('object_id', 'in', ids).execute();
  // Their settlements took it with them, unless an earlier version removed these.
  await db.deleteFrom('customer_past').where('id', 'in', ids).execute();
  await db.deleteFrom('customer').where('id', 'in', ids).execute();
  const records = await db
    .deleteFrom('kyc_record')
    .where('customer_id', 'in', ids)
    .returning('warned_since')
    .execute();
  const warned = records.filter(({ warned_since }) => warned_since !== null).length;
  for (const id of ids)
    await db.deleteFrom('counter').where('name', '>', `${id}/`).where('name', '<', `${id}0`).execute();
  await count(
    [partnerId, EVERY_PARTNER].flatMap((owner) => [
      { name: customersOf(owner), by: -ids.length },
      { name: warnedName(owner), by: -warned },
    ]),
  );
  return ids.length;
}
