import { Migration } from '@mikro-orm/migrations';

/**
 * Columns for documents whose bytes are encrypted. Documents stored before stay plain, with their id as storage key.
 */
export class SealedDocuments extends Migration {
  override up(): void {
    this.addSql('alter table document add column revision text collate "C" null');
    this.addSql('alter table document add column sealed_with text collate "C" null');
  }
}
