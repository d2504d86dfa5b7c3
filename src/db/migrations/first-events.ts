import { Migration } from '@mikro-orm/migrations';

/**
 * A partial index for each of the two most frequent types, in which an event of a partner is appended at the end. In the
 * index by type it was inserted in the middle, which left half of each page empty. The same on both databases.
 */
export class FirstEvents extends Migration {
  override up(): void {
    this.addSql(
      "create index event_customer_created on event (partner_id, id) where type = 'customer.created'",
    );
    this.addSql("create index event_kyc_created on event (partner_id, id) where type = 'kyc.created'");
    this.addSql('drop index event_partner_type');
    this.addSql(
      "create index event_partner_type on event (partner_id, type, id) where type <> 'customer.created' and type <> 'kyc.created'",
    );
  }
}
