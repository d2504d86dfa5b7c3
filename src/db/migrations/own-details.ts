import { Migration } from '@mikro-orm/migrations';

/** A column for the fields that only the country of a KYC record asks for. The same on both databases. */
export class OwnDetails extends Migration {
  override up(): void {
    this.addSql('alter table kyc_record add column own_details text null');
  }
}
