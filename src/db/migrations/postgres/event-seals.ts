import { Migration } from '@mikro-orm/migrations';

/** Checkpoints over the events. Events that exist already wait for theirs. */
export class EventSeals extends Migration {
  override up(): void {
    this.addSql(`
      create table unsealed_event (
        event_id text collate "C" not null primary key,
        key text collate "C" null,
        mark text collate "C" null,
        refused integer not null
      )`);
    this.addSql('insert into unsealed_event (event_id, refused) select id, 0 from event');
    this.addSql(`
      create table seal (
        number integer not null primary key,
        previous text collate "C" not null,
        kind text collate "C" not null,
        events integer not null,
        content text collate "C" not null,
        sealed_at text collate "C" not null,
        key text collate "C" not null,
        hash text collate "C" not null,
        mac text collate "C" not null
      )`);
    this.addSql(`
      create table sealed_event (
        event_id text collate "C" not null primary key,
        seal integer not null,
        hash text collate "C" not null
      )`);
    this.addSql('create index sealed_event_seal on sealed_event (seal, event_id)');
    this.addSql(`
      create function seal_is_append_only() returns trigger language plpgsql as
      $$ begin raise exception 'seals are append-only'; end $$`);
    for (const table of ['seal', 'sealed_event']) {
      for (const change of ['update', 'delete', 'truncate']) {
        this.addSql(
          `create trigger ${table}_no_${change} before ${change} on ${table}
           for each statement execute function seal_is_append_only()`,
        );
      }
    }
  }
}
