import { Migration } from '@mikro-orm/migrations';

/**
 * Lists of all partners are read partner by partner where an index for each partner is there anyway: every creation filled
 * another one for them. The same on both databases.
 */
export class ListsByPartner extends Migration {
  override up(): void {
    this.addSql('drop index customer_external_anywhere');
    this.addSql('drop index customer_name_anywhere');
    this.addSql('drop index event_type');
    this.addSql(
      "create index event_type on event (type, id) where type <> 'customer.created' and type <> 'kyc.created'",
    );
  }
}
