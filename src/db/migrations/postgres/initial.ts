import { Migration } from '@mikro-orm/migrations';

/**
 * The first version of every table. Texts compare byte by byte, as on SQLite, so that ids and timestamps sort by time
 * under any collation of the database.
 */
export class Initial extends Migration {
  override up(): void {
    this.addSql(`
      create table event (
        id text collate "C" not null primary key,
        type text collate "C" not null,
        subject text collate "C" not null,
        sequence integer not null,
        partner_id text collate "C" null,
        actor text collate "C" not null,
        request_id text collate "C" not null,
        created_at text collate "C" not null,
        data text collate "C" not null
      )`);
    this.addSql('create index event_partner on event (partner_id, id)');
    this.addSql('create unique index event_subject_sequence on event (subject, sequence)');
    this.addSql(`
      create function event_is_append_only() returns trigger language plpgsql as
      $$ begin raise exception 'events are append-only'; end $$`);
    for (const change of ['update', 'delete', 'truncate']) {
      this.addSql(
        `create trigger event_no_${change} before ${change} on event
         for each statement execute function event_is_append_only()`,
      );
    }
    this.addSql(`
      create table idempotency_key (
        owner text collate "C" not null,
        key text collate "C" not null,
        fingerprint text collate "C" not null,
        answer text collate "C" not null,
        expires_at text collate "C" not null,
        primary key (owner, key)
      )`);
    this.addSql('create index idempotency_key_expiry on idempotency_key (expires_at)');
    this.addSql(`
      create table loose_blob (
        key text collate "C" not null primary key,
        since text collate "C" not null,
        doomed integer not null
      )`);
    this.addSql('create index loose_blob_since on loose_blob (since)');
    this.addSql(`
      create table partner (
        id text collate "C" not null primary key,
        name text collate "C" not null,
        review text collate "C" not null,
        auto_accept boolean not null,
        account_rates text collate "C" not null,
        pricing text collate "C" not null,
        currencies text collate "C" not null,
        offer_valid_days integer not null,
        created_at text collate "C" not null,
        updated_at text collate "C" not null
      )`);
    this.addSql(`
      create table kyc_record (
        customer_id text collate "C" not null primary key,
        partner_id text collate "C" not null,
        country text collate "C" not null,
        status text collate "C" not null,
        legal_name text collate "C" null,
        registered_address text collate "C" null,
        operating_address text collate "C" null,
        website text collate "C" null,
        business_registration_number text collate "C" null,
        date_of_incorporation text collate "C" null,
        directors_identity_number text collate "C" null,
        shareholders_identity_number text collate "C" null,
        corporate_entities_number bigint null,
        isic text collate "C" null,
        is_sensitive_business boolean null,
        has_complex_structure boolean null,
        has_namecheck_hits boolean null,
        provider_company_screening_result text collate "C" null,
        provider_batch_screening_result text collate "C" null,
        supporting_documents text collate "C" not null,
        created_at text collate "C" not null,
        updated_at text collate "C" not null,
        constraint kyc_record_partner_id_foreign foreign key (partner_id) references partner (id)
      )`);
    this.addSql('create index kyc_record_partner_id_index on kyc_record (partner_id)');
    this.addSql(`
      create table document (
        id text collate "C" not null primary key,
        customer_id text collate "C" not null,
        partner_id text collate "C" not null,
        type text collate "C" not null,
        position integer not null,
        filename text collate "C" not null,
        mime_type text collate "C" not null,
        size integer not null,
        sha256 text collate "C" not null,
        warnings text collate "C" not null,
        created_at text collate "C" not null,
        constraint document_customer_id_foreign foreign key (customer_id) references kyc_record (customer_id),
        constraint document_partner_id_foreign foreign key (partner_id) references partner (id)
      )`);
    this.addSql('create index document_customer_id_index on document (customer_id)');
    this.addSql(`
      create table customer (
        id text collate "C" not null primary key,
        partner_id text collate "C" not null,
        external_customer_id text collate "C" not null,
        contact_email text collate "C" not null,
        contact_name text collate "C" not null,
        contact_phone text collate "C" not null,
        contact_country text collate "C" not null,
        company_name text collate "C" not null,
        company_country text collate "C" not null,
        company_sector text collate "C" not null,
        created_at text collate "C" not null,
        updated_at text collate "C" not null,
        constraint customer_partner_id_foreign foreign key (partner_id) references partner (id)
      )`);
    this.addSql('create index customer_page on customer (partner_id, id)');
    this.addSql('create index customer_external on customer (partner_id, external_customer_id, id)');
    this.addSql(`
      create table instant_settlement (
        id text collate "C" not null primary key,
        partner_id text collate "C" not null,
        customer_id text collate "C" not null,
        currency text collate "C" not null,
        amount bigint not null,
        account_chargeback_rate double precision null,
        account_refund_rate double precision null,
        settlement_period integer not null,
        interest_rate double precision not null,
        transactions text collate "C" not null,
        status text collate "C" not null,
        decision_reason text collate "C" null,
        offer_expires_at text collate "C" null,
        created_at text collate "C" not null,
        updated_at text collate "C" not null,
        constraint instant_settlement_partner_id_foreign foreign key (partner_id) references partner (id),
        constraint instant_settlement_customer_id_foreign foreign key (customer_id) references customer (id)
      )`);
    this.addSql('create index instant_settlement_page on instant_settlement (partner_id, id)');
    this.addSql('create index instant_settlement_status on instant_settlement (partner_id, status, id)');
    this.addSql('create index instant_settlement_currency on instant_settlement (partner_id, currency, id)');
    this.addSql('create index instant_settlement_customer on instant_settlement (customer_id, id)');
    this.addSql('create index instant_settlement_offer on instant_settlement (status, offer_expires_at)');
    this.addSql(`
      create table api_key (
        id text collate "C" not null primary key,
        partner_id text collate "C" not null,
        name text collate "C" not null,
        role text collate "C" not null,
        scopes text collate "C" not null,
        prefix text collate "C" not null,
        hash text collate "C" not null,
        created_at text collate "C" not null,
        expires_at text collate "C" null,
        revoked_at text collate "C" null,
        constraint api_key_partner_id_foreign foreign key (partner_id) references partner (id)
      )`);
    this.addSql('create index api_key_partner_id_index on api_key (partner_id)');
    this.addSql('create unique index api_key_hash_unique on api_key (hash)');
    this.addSql(`
      create table tally (
        name text collate "C" not null,
        shard integer not null,
        total bigint not null,
        primary key (name, shard)
      )`);
  }
}
