import { Migration } from '@mikro-orm/migrations';

/** The amount up to which a customer is funded without a review, and an index that sums what is outstanding. */
export class AutoLimit extends Migration {
  override up(): void {
    this.addSql("alter table partner add column auto_limit text not null default '[]'");
    this.addSql(
      `create index instant_settlement_outstanding
       on instant_settlement (customer_id, status, currency, offer_expires_at, amount)`,
    );
  }
}
