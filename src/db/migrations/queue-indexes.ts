import { Migration } from '@mikro-orm/migrations';

/**
 * The queue of checkpoints is read by number only. Each of its indexes was written to twice for an event: when the event
 * was queued, and when it got its position.
 */
export class QueueIndexes extends Migration {
  override up(): void {
    this.dropUnique();
    this.addSql('drop index unsealed_event_fed');
  }

  protected dropUnique(): void {
    this.addSql('drop index unsealed_event_event');
  }
}
