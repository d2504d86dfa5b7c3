import { Migration } from '@mikro-orm/migrations';

/** What underwriting and servicing say of a settlement. */
export class Underwriting extends Migration {
  override up(): void {
    for (const column of [
      'sealed_decision_reason',
      'denial_reason',
      'denial_note',
      'disbursement_reference',
    ]) {
      this.addSql(`alter table instant_settlement add column ${column} text collate "C" null`);
    }
    // Nothing but the clock denied anything until now.
    this.addSql("update instant_settlement set denial_reason = 'offer_expired' where status = 'denied'");
  }
}
