import { QueueIndexes as Shared } from '../queue-indexes.ts';

/** Here an index belongs to a constraint. And a row has room in its page for the version with its position. */
export class QueueIndexes extends Shared {
  override up(): void {
    super.up();
    // Elsewhere the new version would cost a lock on the row in the log, and another page.
    this.addSql('alter table unsealed_event set (fillfactor = 45)');
  }

  protected override dropUnique(): void {
    this.addSql('alter table unsealed_event drop constraint unsealed_event_event');
  }
}
