import { Migration } from '@mikro-orm/migrations';

/** Does nothing: SQLite cannot drop a foreign key without rewriting the table. */
export class PartnerReferences extends Migration {
  override up(): void {}
}
