import { Migration } from '@mikro-orm/migrations';

/**
 * Customers and KYC records name their partner without a foreign key. Partners are never deleted, and their id comes from
 * the key that made the record; the check of the foreign keys locked the row of the partner twice for each creation.
 */
export class PartnerReferences extends Migration {
  override up(): void {
    for (const table of ['customer', 'kyc_record'])
      this.addSql(`alter table ${table} drop constraint ${table}_partner_id_foreign`);
  }
}
