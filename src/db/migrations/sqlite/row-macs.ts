import { Migration } from '@mikro-orm/migrations';

/**
 * MACs of API keys and settlements, keyed hashes of API keys, and the table that notes when the existing rows got both.
 */
export class RowMacs extends Migration {
  override up(): void {
    this.addSql('alter table api_key add column digest text null');
    for (const table of ['api_key', 'instant_settlement']) {
      this.addSql(`alter table ${table} add column steps integer not null default 0`);
      this.addSql(`alter table ${table} add column mac text null`);
    }
    this.addSql(`
      create table founding (
        name text not null primary key,
        founded_at text not null,
        mac text not null
      )`);
  }
}
