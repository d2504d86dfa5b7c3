import { Migration } from '@mikro-orm/migrations';

/**
 * The country checks have changed, so the scheduler counts the warnings of every record with details again. A record
 * keeps its place in the list of warned ones until then. The same on both databases.
 */
export class CountryChecks extends Migration {
  override up(): void {
    this.addSql('update kyc_record set text_warnings = null where legal_name is not null');
  }
}
