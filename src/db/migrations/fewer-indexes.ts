import { Migration } from '@mikro-orm/migrations';

/**
 * Partial indexes without the rows that no query looks up in them: KYC records without warnings, and the first event of
 * each subject, which is found by its number. The same on both databases.
 */
export class FewerIndexes extends Migration {
  override up(): void {
    this.addSql('drop index kyc_record_partner_id_index');
    for (const [name, columns, where] of SMALLER) {
      this.addSql(`drop index ${name}`);
      this.addSql(`create index ${name} on ${columns} where ${where}`);
    }
  }
}

const SMALLER = [
  ['kyc_record_judged', 'kyc_record (customer_id)', 'text_warnings is null'],
  ['kyc_record_warned', 'kyc_record (warned_since, customer_id)', 'warned_since is not null'],
  [
    'kyc_record_partner_warned',
    'kyc_record (partner_id, warned_since, customer_id)',
    'warned_since is not null',
  ],
  ['event_subject', 'event (subject, id)', 'sequence > 1'],
  ['feed_subject', 'feed (subject, position)', "type <> 'customer.created' and type <> 'kyc.created'"],
] as const;
