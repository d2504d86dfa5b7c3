import { Migration } from '@mikro-orm/migrations';

/**
 * How often the KYC of a customer has changed, and the revision on which an offer was approved. Settlements approved
 * before this migration count as approved on the present revision. The same on both databases.
 */
export class KycRevision extends Migration {
  override up(): void {
    this.addSql('alter table kyc_record add column revision integer not null default 1');
    this.addSql('alter table instant_settlement add column approved_kyc_revision integer null');
    this.addSql('alter table instant_settlement add column kyc_changed integer not null default 0');
    this.addSql(
      "update instant_settlement set approved_kyc_revision = 1 where status in ('approved', 'accepted')",
    );
    for (const [name, owner] of [
      ['waiting', ''],
      ['partner_waiting', 'partner_id, '],
    ]) {
      this.addSql(`drop index instant_settlement_${name}`);
      this.addSql(
        `create index instant_settlement_${name}
         on instant_settlement (${owner}status, currency, kyc_changed, updated_at, id)`,
      );
    }
  }
}
