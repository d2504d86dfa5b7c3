import { Migration } from '@mikro-orm/migrations';

/** Which secrets the database is encrypted with. */
export class SecretKeys extends Migration {
  override up(): void {
    this.addSql(`
      create table secret_key (
        name text collate "C" not null primary key,
        verifying_keys text collate "C" not null,
        used_at text collate "C" not null,
        retired_at text collate "C" null
      )`);
  }
}
