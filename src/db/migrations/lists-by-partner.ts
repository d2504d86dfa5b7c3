import { Migration } from '@mikro-orm/migrations';

/** The types that only first events of their subjects have, which are half of all events, are left out. */
const LATER = "type <> 'customer.created' and type <> 'kyc.created'";

/**
 * Drops indexes of lists that other indexes can serve, because every creation had to write to them: lists over all
 * partners are read partner by partner, and those of a partner's events also type by type. The same on both databases.
 */
export class ListsByPartner extends Migration {
  override up(): void {
    this.addSql('drop index customer_external_anywhere');
    this.addSql('drop index customer_name_anywhere');
    this.addSql('drop index event_type');
    this.addSql(`create index event_type on event (type, id) where ${LATER}`);
    this.addSql('drop index event_partner');
    this.addSql(`create index event_partner on event (partner_id, id) where ${LATER}`);
  }
}
