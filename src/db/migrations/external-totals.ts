import { Migration } from '@mikro-orm/migrations';

/**
 * Customers of an external id are counted at each request. Their counters were two rows for nearly every customer.
 */
export class ExternalTotals extends Migration {
  override up(): void {
    this.addSql("delete from tally where name like '%/customers/external/%'");
  }
}
