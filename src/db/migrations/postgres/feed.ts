import { Migration } from '@mikro-orm/migrations';
import { FEED_OF_CHECKPOINTED_EVENTS, NUMBERED_WAITING_EVENTS } from '../feed-rows.ts';

/** Positions of events, and numbers that give the queued events their order. */
export class Feed extends Migration {
  override up(): void {
    this.addSql('alter table unsealed_event rename to waiting_event');
    this.addSql('alter table waiting_event rename constraint unsealed_event_pkey to waiting_event_pkey');
    this.addSql(`
      create table unsealed_event (
        number bigserial primary key,
        event_id text collate "C" not null,
        key text collate "C" null,
        mark text collate "C" null,
        refused integer not null,
        position bigint null
      )`);
    this.addSql(
      `insert into unsealed_event (number, event_id, key, mark, refused)
       ${NUMBERED_WAITING_EVENTS.replace('from unsealed_event', 'from waiting_event')}`,
    );
    this.addSql(
      `select setval('unsealed_event_number_seq', (select coalesce(max(number), 0) + 1 from unsealed_event), false)`,
    );
    this.addSql('drop table waiting_event');
    this.addSql('alter table unsealed_event add constraint unsealed_event_event unique (event_id)');
    this.addSql(
      'create index unsealed_event_unfed on unsealed_event (number) where position is null and refused = 0',
    );
    this.addSql(
      'create index unsealed_event_fed on unsealed_event (position) where position is not null and refused = 0',
    );
    this.addSql(`
      create table feed (
        position bigserial primary key,
        event_id text collate "C" not null,
        partner_id text collate "C" null,
        type text collate "C" not null,
        subject text collate "C" not null
      )`);
    this.addSql(FEED_OF_CHECKPOINTED_EVENTS);
    this.addSql('alter table feed add constraint feed_event unique (event_id)');
    this.addSql('create index feed_partner on feed (partner_id, position)');
    this.addSql('create index feed_subject on feed (subject, position)');
    this.addSql(`
      create function feed_is_append_only() returns trigger language plpgsql as
      $$ begin raise exception 'the feed is append-only'; end $$`);
    for (const change of ['update', 'delete', 'truncate']) {
      this.addSql(
        `create trigger feed_no_${change} before ${change} on feed
         for each statement execute function feed_is_append_only()`,
      );
    }
  }
}
