import { Migration } from '@mikro-orm/migrations';

/** Operators, who are people; the sessions of their console, and what they claim there. Keys that are there belong to none. */
export class Operators extends Migration {
  override up(): void {
    this.addSql(`
      create table operator (
        id text not null primary key,
        name text not null,
        email text null,
        scopes text not null,
        oidc_subject text null,
        created_at text not null,
        disabled_at text null,
        mac text not null
      )`);
    this.addSql('create unique index operator_oidc_subject_unique on operator (oidc_subject)');
    this.addSql('alter table api_key add column operator_id text null');
    this.addSql('create index api_key_operator_id_index on api_key (operator_id)');
    this.addSql(`
      create table console_session (
        hash text not null primary key,
        operator_id text null,
        key_id text null,
        created_at text not null,
        seen_at text not null,
        expires_at text not null,
        mac text not null
      )`);
    this.addSql('create index console_session_expiry on console_session (expires_at)');
    this.addSql(`
      create table settlement_claim (
        funding_id text not null primary key,
        holder text not null,
        claimed_at text not null,
        expires_at text not null
      )`);
    this.addSql('create index settlement_claim_expiry on settlement_claim (expires_at)');
  }
}
