import { Migration } from '@mikro-orm/migrations';

/** When a key was last used and what took its place; totals of the lists of partners and keys, for those that are there. */
export class KeyLife extends Migration {
  override up(): void {
    this.addSql('alter table api_key add column last_used_at text collate "C" null');
    this.addSql('alter table api_key add column successor_id text collate "C" null');
    this.addSql(`insert into tally (name, shard, total) select 'all/partners', 0, count(*) from partner`);
    this.addSql(
      `insert into tally (name, shard, total)
       select partner_id || '/keys', 0, count(*) from api_key group by partner_id`,
    );
  }
}
