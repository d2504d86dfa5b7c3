import { Migration } from '@mikro-orm/migrations';

/** Columns for the underwriting and servicing of a settlement. */
export class Underwriting extends Migration {
  override up(): void {
    for (const column of [
      'sealed_decision_reason',
      'denial_reason',
      'denial_note',
      'disbursement_reference',
    ]) {
      this.addSql(`alter table instant_settlement add column ${column} text null`);
    }
    // Before this migration, only the end of an offer denied a settlement.
    this.addSql("update instant_settlement set denial_reason = 'offer_expired' where status = 'denied'");
  }
}
