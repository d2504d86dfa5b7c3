import { Migration } from '@mikro-orm/migrations';

/** The first version of every table. */
export class Initial extends Migration {
  override up(): void {
    this.addSql(`
      create table event (
        id text not null primary key,
        type text not null,
        subject text not null,
        sequence integer not null,
        partner_id text null,
        actor text not null,
        request_id text not null,
        created_at text not null,
        data text not null
      )`);
    this.addSql('create index event_partner on event (partner_id, id)');
    this.addSql('create unique index event_subject_sequence on event (subject, sequence)');
    for (const change of ['update', 'delete']) {
      this.addSql(
        `create trigger event_no_${change} before ${change} on event
         begin select raise(abort, 'events are append-only'); end`,
      );
    }
    this.addSql(`
      create table idempotency_key (
        owner text not null,
        key text not null,
        fingerprint text not null,
        answer text not null,
        expires_at text not null,
        primary key (owner, key)
      )`);
    this.addSql('create index idempotency_key_expiry on idempotency_key (expires_at)');
    this.addSql(`
      create table loose_blob (
        key text not null primary key,
        since text not null,
        doomed integer not null
      )`);
    this.addSql('create index loose_blob_since on loose_blob (since)');
    this.addSql(`
      create table partner (
        id text not null primary key,
        name text not null,
        review text not null,
        auto_accept integer not null,
        account_rates text not null,
        pricing text not null,
        currencies text not null,
        offer_valid_days integer not null,
        created_at text not null,
        updated_at text not null
      )`);
    this.addSql(`
      create table kyc_record (
        customer_id text not null primary key,
        partner_id text not null,
        country text not null,
        status text not null,
        legal_name text null,
        registered_address text null,
        operating_address text null,
        website text null,
        business_registration_number text null,
        date_of_incorporation text null,
        directors_identity_number text null,
        shareholders_identity_number text null,
        corporate_entities_number bigint null,
        isic text null,
        is_sensitive_business integer null,
        has_complex_structure integer null,
        has_namecheck_hits integer null,
        provider_company_screening_result text null,
        provider_batch_screening_result text null,
        supporting_documents text not null,
        created_at text not null,
        updated_at text not null,
        constraint kyc_record_partner_id_foreign foreign key (partner_id) references partner (id)
      )`);
    this.addSql('create index kyc_record_partner_id_index on kyc_record (partner_id)');
    this.addSql(`
      create table document (
        id text not null primary key,
        customer_id text not null,
        partner_id text not null,
        type text not null,
        position integer not null,
        filename text not null,
        mime_type text not null,
        size integer not null,
        sha256 text not null,
        warnings text not null,
        created_at text not null,
        constraint document_customer_id_foreign foreign key (customer_id) references kyc_record (customer_id),
        constraint document_partner_id_foreign foreign key (partner_id) references partner (id)
      )`);
    this.addSql('create index document_customer_id_index on document (customer_id)');
    this.addSql(`
      create table customer (
        id text not null primary key,
        partner_id text not null,
        external_customer_id text not null,
        contact_email text not null,
        contact_name text not null,
        contact_phone text not null,
        contact_country text not null,
        company_name text not null,
        company_country text not null,
        company_sector text not null,
        created_at text not null,
        updated_at text not null,
        constraint customer_partner_id_foreign foreign key (partner_id) references partner (id)
      )`);
    this.addSql('create index customer_page on customer (partner_id, id)');
    this.addSql('create index customer_external on customer (partner_id, external_customer_id, id)');
    this.addSql(`
      create table instant_settlement (
        id text not null primary key,
        partner_id text not null,
        customer_id text not null,
        currency text not null,
        amount bigint not null,
        account_chargeback_rate double null,
        account_refund_rate double null,
        settlement_period integer not null,
        interest_rate double not null,
        transactions text not null,
        status text not null,
        decision_reason text null,
        offer_expires_at text null,
        created_at text not null,
        updated_at text not null,
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
        id text not null primary key,
        partner_id text not null,
        name text not null,
        role text not null,
        scopes text not null,
        prefix text not null,
        hash text not null,
        created_at text not null,
        expires_at text null,
        revoked_at text null,
        constraint api_key_partner_id_foreign foreign key (partner_id) references partner (id)
      )`);
    this.addSql('create index api_key_partner_id_index on api_key (partner_id)');
    this.addSql('create unique index api_key_hash_unique on api_key (hash)');
    this.addSql(`
      create table tally (
        name text not null,
        shard integer not null,
        total bigint not null,
        primary key (name, shard)
      )`);
  }
}
