import { Migration } from '@mikro-orm/migrations';

/** Nothing: a check costs SQLite little, and without the foreign keys the tables would have to be written anew. */
export class PartnerReferences extends Migration {
  override up(): void {}
}
