import { Migration } from '@mikro-orm/migrations';

/** An index for each filter of the list of events. */
export class EventLists extends Migration {
  override up(): void {
    this.addSql('create index event_partner_type on event (partner_id, type, id)');
    this.addSql('create index event_type on event (type, id)');
    this.addSql('create index event_actor on event (actor, id)');
    this.addSql('create index event_subject on event (subject, id)');
  }
}
