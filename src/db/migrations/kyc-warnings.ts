import { Migration } from '@mikro-orm/migrations';

/**
 * Which KYC records have warnings. SQL counts the warnings of files. The details are encrypted, so the scheduler counts
 * their warnings after the start. The same on both databases.
 */
export class KycWarnings extends Migration {
  override up(): void {
    this.addSql('alter table kyc_record add column text_warnings integer null');
    this.addSql('alter table kyc_record add column document_warnings integer not null default 0');
    this.addSql('alter table kyc_record add column warned_since text null');
    this.addSql('update kyc_record set text_warnings = 0 where legal_name is null');
    this.addSql(`
      update kyc_record set warned_since = updated_at, document_warnings = (
        select count(*) from document
        where document.customer_id = kyc_record.customer_id and document.warnings <> ''
      ) where customer_id in (select customer_id from document where warnings <> '')`);
    for (const owner of ['partner_id', "'all'"]) {
      this.addSql(`
        insert into tally (name, shard, total)
        select ${owner} || '/kyc/warned', 0, count(*) from kyc_record where warned_since is not null
        group by ${owner} || '/kyc/warned'`);
    }
    this.addSql('create index kyc_record_judged on kyc_record (text_warnings, customer_id)');
    this.addSql('create index kyc_record_warned on kyc_record (warned_since, customer_id)');
    this.addSql(
      'create index kyc_record_partner_warned on kyc_record (partner_id, warned_since, customer_id)',
    );
  }
}
