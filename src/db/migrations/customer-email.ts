import { Migration } from '@mikro-orm/migrations';

/** An index by which operators find customers by their e-mail address, in any case. The same on both databases. */
export class CustomerEmail extends Migration {
  override up(): void {
    this.addSql('create index customer_email on customer (lower(contact_email), id)');
  }
}
