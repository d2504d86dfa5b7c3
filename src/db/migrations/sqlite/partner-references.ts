import { Migration } from '@mikro-orm/migrations';

/** Nothing: to be without the foreign keys, the tables would have to be written anew. */
export class PartnerReferences extends Migration {
  override up(): void {}
}
