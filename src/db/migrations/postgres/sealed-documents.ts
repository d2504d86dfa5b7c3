import { Migration } from '@mikro-orm/migrations';

/** Documents whose bytes are sealed. Those that are stored already are plain, under the key that is their id. */
export class SealedDocuments extends Migration {
  override up(): void {
    this.addSql('alter table document add column revision text collate "C" null');
    this.addSql('alter table document add column sealed_with text collate "C" null');
  }
}
