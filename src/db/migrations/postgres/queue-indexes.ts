import { QueueIndexes as Shared } from '../queue-indexes.ts';

/** On PostgreSQL one of the indexes belongs to a constraint. A fill factor keeps room in each page for updated rows. */
export class QueueIndexes extends Shared {
  override up(): void {
    super.up();
    // In another page, the row version with the position would cost a WAL record for the row lock and a second page.
    this.addSql('alter table unsealed_event set (fillfactor = 45)');
  }

  protected override dropUnique(): void {
    this.addSql('alter table unsealed_event drop constraint unsealed_event_event');
  }
}
