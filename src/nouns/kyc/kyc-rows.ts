import type { Kysely } from 'kysely';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { ownerSeenBy } from '../../pipeline/rows/tenancy.ts';
import { lockCustomers, type Origin, originsOf } from './disclosure/lock-customers.ts';
import { type KycRow, kycCountryOf, storedDocuments } from './kyc.present.ts';
import { kycStatus } from './kyc.rules.ts';

/** The revision of a record without a change. Such a record has no row: it follows from its customer. */
const FIRST_REVISION = 1;

/** The records of the given customers that the caller may see. */
export async function kycRowsOf(
  { db, caller }: QueryContext,
  customerIds: readonly string[],
): Promise<readonly KycRow[]> {
  const [origins, rows] = await Promise.all([
    originsOf(db, { ids: customerIds, owner: ownerSeenBy(caller) }, 'read'),
    storedRecords(db, { ids: customerIds }),
  ]);
  const stored = new Map(rows.map((row) => [row.customer_id, row]));
  return origins.map((origin) => stored.get(origin.id) ?? firstRow(origin));
}

/**
 * The record of a customer that the caller may see. A command locks it until its transaction ends: it locks the
 * customer, which has a row from the beginning, and reads the record afterwards, as other transactions left it.
 */
export async function kycRowOf(context: QueryContext, customerId: string): Promise<KycRow | undefined> {
  if (!context.rowLocks) return (await kycRowsOf(context, [customerId]))[0];
  const [origin] = await lockCustomers(context, [customerId]);
  if (origin === undefined) return undefined;
  const [stored] = await storedRecords(context.db, { ids: [customerId] });
  return stored ?? firstRow(origin);
}

const storedRecords = statement((db, { ids }: { ids: readonly string[] }) =>
  db.selectFrom('kyc_record').selectAll().where('customer_id', 'in', ids),
);

/** Stores a change of a record. The first one makes its row. */
export async function storeKyc(db: Kysely<Tables>, before: KycRow, change: Partial<KycRow>): Promise<void> {
  if (before.revision === FIRST_REVISION)
    await db
      .insertInto('kyc_record')
      .values({ ...before, ...change })
      .execute();
  else await db.updateTable('kyc_record').set(change).where('customer_id', '=', before.customer_id).execute();
}

function firstRow({ id, partner_id, company_country: country, created_at }: Origin): KycRow {
  const code = kycCountryOf({ country });
  return {
    customer_id: id,
    partner_id,
    country,
    status: kycStatus(code, false, {}),
    legal_name: null,
    registered_address: null,
    operating_address: null,
    website: null,
    business_registration_number: null,
    date_of_incorporation: null,
    directors_identity_number: null,
    shareholders_identity_number: null,
    corporate_entities_number: null,
    isic: null,
    own_details: null,
    is_sensitive_business: null,
    has_complex_structure: null,
    has_namecheck_hits: null,
    provider_company_screening_result: null,
    provider_batch_screening_result: null,
    supporting_documents: storedDocuments(code, {}),
    text_warnings: 0,
    document_warnings: 0,
    warned_since: null,
    revision: FIRST_REVISION,
    created_at,
    updated_at: created_at,
  };
}
