import { Migration } from '@mikro-orm/migrations';
import { FEED_OF_CHECKPOINTED_EVENTS, NUMBERED_WAITING_EVENTS } from '../feed-rows.ts';

/** Positions of events, and numbers that give the queued events their order. */
export class Feed extends Migration {
  override up(): void {
    this.addSql(`
      create table numbered_event (
        number integer not null primary key autoincrement,
        event_id text not null,
        key text null,
        mark text null,
        refused integer not null,
        position bigint null
      )`);
    this.addSql(
      `insert into numbered_event (number, event_id, key, mark, refused) ${NUMBERED_WAITING_EVENTS}`,
    );
    this.addSql('drop table unsealed_event');
    this.addSql('alter table numbered_event rename to unsealed_event');
    this.addSql('create unique index unsealed_event_event on unsealed_event (event_id)');
    this.addSql(
      'create index unsealed_event_unfed on unsealed_event (number) where position is null and refused = 0',
    );
    this.addSql(
      'create index unsealed_event_fed on unsealed_event (position) where position is not null and refused = 0',
    );
    this.addSql(`
      create table feed (
        position integer not null primary key autoincrement,
        event_id text not null,
        partner_id text null,
        type text not null,
        subject text not null
      )`);
    this.addSql(FEED_OF_CHECKPOINTED_EVENTS);
    this.addSql('create unique index feed_event on feed (event_id)');
    this.addSql('create index feed_partner on feed (partner_id, position)');
    this.addSql('create index feed_subject on feed (subject, position)');
    for (const change of ['update', 'delete']) {
      this.addSql(
        `create trigger feed_no_${change} before ${change} on feed
         begin select raise(abort, 'the feed is append-only'); end`,
      );
    }
  }
}
