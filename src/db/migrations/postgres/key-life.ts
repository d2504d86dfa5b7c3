import { Migration } from '@mikro-orm/migrations';

/**
 * When a key was last used and which key replaced it; counters for the lists of partners and keys, starting with the
 * existing rows.
 */
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
