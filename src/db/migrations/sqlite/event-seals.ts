import { Migration } from '@mikro-orm/migrations';

/** Checkpoints over the events. Events that exist already wait for theirs. */
export class EventSeals extends Migration {
  override up(): void {
    this.addSql(`
      create table unsealed_event (
        event_id text not null primary key,
        key text null,
        mark text null,
        refused integer not null
      )`);
    this.addSql('insert into unsealed_event (event_id, refused) select id, 0 from event');
    this.addSql(`
      create table seal (
        number integer not null primary key,
        previous text not null,
        kind text not null,
        events integer not null,
        content text not null,
        sealed_at text not null,
        key text not null,
        hash text not null,
        mac text not null
      )`);
    this.addSql(`
      create table sealed_event (
        event_id text not null primary key,
        seal integer not null,
        hash text not null
      )`);
    this.addSql('create index sealed_event_seal on sealed_event (seal, event_id)');
    for (const table of ['seal', 'sealed_event']) {
      for (const change of ['update', 'delete']) {
        this.addSql(
          `create trigger ${table}_no_${change} before ${change} on ${table}
           begin select raise(abort, 'seals are append-only'); end`,
        );
      }
    }
  }
}
