create table event (
  number integer not null primary key autoincrement,
  id text not null,
  type text not null,
  subject text not null,
  sequence integer not null,
  partner_id text null,
  actor text not null,
  request_id text not null,
  created_at text not null,
  data text not null,
  key text not null,
  mac text not null,
  traceparent text null
);

create unique index event_id_unique on event (id);

create unique index event_subject_sequence on event (subject, sequence);

create index event_actor on event (actor, id) where type <> 'customer.created' and type <> 'kyc.created';

create index event_subject on event (subject, id) where sequence > 1;

create index event_type on event (type, id) where type <> 'customer.created' and type <> 'kyc.created';

create index event_partner on event (partner_id, id) where type <> 'customer.created' and type <> 'kyc.created';

create index event_created on event (partner_id, id) where type = 'customer.created' or type = 'kyc.created';

create index event_partner_type on event (partner_id, type, id) where type <> 'customer.created' and type <> 'kyc.created';

create trigger event_no_update before update on event
begin select raise(abort, 'events are append-only'); end;

create trigger event_no_delete before delete on event
begin select raise(abort, 'events are append-only'); end;

create table idempotency_key (
  owner text not null,
  key text not null,
  fingerprint text not null,
  kept_at text not null,
  answer text not null,
  primary key (owner, key)
);

create table orphan_blob (
  key text not null primary key,
  since text not null,
  state integer not null
);

create index orphan_blob_since on orphan_blob (since);

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
  updated_at text not null,
  auto_limit text not null default '[]',
  unknown_input text not null default 'refuse'
);

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
  text_warnings integer null,
  document_warnings integer not null default 0,
  warned_since text null,
  revision integer not null default 1,
  own_details text null,
  constraint kyc_record_partner_id_foreign foreign key (partner_id) references partner (id)
);

create index kyc_record_judged on kyc_record (customer_id) where text_warnings is null;

create index kyc_record_warned on kyc_record (warned_since, customer_id) where warned_since is not null;

create index kyc_record_partner_warned on kyc_record (partner_id, warned_since, customer_id) where warned_since is not null;

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
  revision text null,
  encrypted_with text not null,
  constraint document_customer_id_foreign foreign key (customer_id) references kyc_record (customer_id),
  constraint document_partner_id_foreign foreign key (partner_id) references partner (id)
);

create index document_customer_id_index on document (customer_id);

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
  company_name_folded text not null default '',
  constraint customer_partner_id_foreign foreign key (partner_id) references partner (id)
) without rowid;

create index customer_page on customer (partner_id, id);

create index customer_external on customer (external_customer_id, partner_id, id);

create index customer_name on customer (partner_id, company_name_folded, id);

create index customer_email on customer (lower(contact_email), id);

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
  offer_expires_at text null,
  created_at text not null,
  updated_at text not null,
  decision_reason text null,
  denial_reason text null,
  denial_note text null,
  disbursement_reference text null,
  approved_kyc_revision integer null,
  kyc_changed integer not null default 0,
  steps integer not null default 0,
  mac text not null,
  constraint instant_settlement_partner_id_foreign foreign key (partner_id) references partner (id),
  constraint instant_settlement_customer_id_foreign foreign key (customer_id) references customer (id)
);

create index instant_settlement_page on instant_settlement (partner_id, id);

create index instant_settlement_status on instant_settlement (partner_id, status, id);

create index instant_settlement_currency on instant_settlement (partner_id, currency, id);

create index instant_settlement_customer on instant_settlement (customer_id, id);

create index instant_settlement_lane on instant_settlement (status, currency, id);

create index instant_settlement_partner_lane
on instant_settlement (partner_id, status, currency, id);

create index instant_settlement_offer on instant_settlement (status, currency, offer_expires_at, id);

create index instant_settlement_partner_offer
on instant_settlement (partner_id, status, currency, offer_expires_at, id);

create index instant_settlement_waiting
on instant_settlement (status, currency, kyc_changed, updated_at, id);

create index instant_settlement_partner_waiting
on instant_settlement (partner_id, status, currency, kyc_changed, updated_at, id);

create index instant_settlement_large on instant_settlement (status, currency, amount, id, partner_id)
where status in ('submitted', 'accepted');

create index instant_settlement_outstanding
on instant_settlement (customer_id, status, currency, offer_expires_at, amount);

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
  last_used_at text null,
  successor_id text null,
  digest text not null,
  steps integer not null default 0,
  mac text not null,
  operator_id text null,
  constraint api_key_partner_id_foreign foreign key (partner_id) references partner (id)
);

create index api_key_partner_id_index on api_key (partner_id);

create unique index api_key_hash_unique on api_key (hash);

create index api_key_operator_id_index on api_key (operator_id);

create table counter (
  name text not null,
  shard integer not null,
  total bigint not null,
  primary key (name, shard)
) without rowid;

create table checkpoint (
  number integer not null primary key,
  previous text not null,
  last_position bigint not null,
  events integer not null,
  content text not null,
  made_at text not null,
  key text not null,
  hash text not null,
  mac text not null
);

create trigger checkpoint_no_update before update on checkpoint
begin select raise(abort, 'checkpoints are append-only'); end;

create trigger checkpoint_no_delete before delete on checkpoint
begin select raise(abort, 'checkpoints are append-only'); end;

create table chain_end (
  id integer not null primary key,
  number integer not null,
  hash text not null,
  key text not null,
  mac text not null
);

create table secret_key (
  name text not null primary key,
  verifying_keys text not null,
  used_at text not null,
  retired_at text null
);

create table document_request (
  customer_id text not null,
  type text not null,
  partner_id text not null,
  reason text not null,
  requested_at text not null,
  primary key (customer_id, type),
  constraint document_request_customer_id_foreign foreign key (customer_id) references kyc_record (customer_id),
  constraint document_request_partner_id_foreign foreign key (partner_id) references partner (id)
);

create table storage_marker (
  slot integer not null primary key,
  marker text not null
);

create table held_event (
  event_number bigint not null primary key,
  refused integer not null
);

create table feed_mark (
  id integer not null primary key,
  settled bigint not null
);

create table feed (
  position integer not null primary key autoincrement,
  event_number bigint not null,
  partner_id text null,
  type text not null,
  subject text null
);

create unique index feed_event on feed (event_number);

create index feed_partner on feed (partner_id, position);

create index feed_subject on feed (subject, position) where type <> 'customer.created' and type <> 'kyc.created';

create trigger feed_no_update before update on feed
begin select raise(abort, 'the feed is append-only'); end;

create trigger feed_no_delete before delete on feed
begin select raise(abort, 'the feed is append-only'); end;

create table webhook_endpoint (
  id text not null primary key,
  partner_id text not null,
  url text not null,
  description text null,
  event_types text not null,
  ordering text not null,
  status text not null,
  disabled_reason text null,
  disabled_position bigint null,
  secret text null,
  former_secret text null,
  former_until text null,
  failing_since text null,
  failures integer not null,
  resume_at text null,
  last_error text null,
  last_error_status integer null,
  last_error_at text null,
  created_at text not null,
  updated_at text not null,
  deleted_at text null
);

create index webhook_endpoint_page on webhook_endpoint (partner_id, id);

create table webhook_delivery (
  id text not null primary key,
  endpoint_id text not null,
  partner_id text not null,
  event_id text not null,
  event_type text not null,
  position bigint not null,
  order_key text not null,
  status text not null,
  attempts integer not null,
  step integer not null,
  due_at text null,
  lease text null,
  created_at text not null,
  completed_at text null,
  traceparent text null
);

create unique index webhook_delivery_event on webhook_delivery (endpoint_id, event_id);

create index webhook_delivery_due on webhook_delivery (endpoint_id, due_at, id) where due_at is not null;

create index webhook_delivery_order on webhook_delivery (endpoint_id, order_key, position)
where completed_at is null;

create index webhook_delivery_page on webhook_delivery (endpoint_id, id);

create index webhook_delivery_status on webhook_delivery (endpoint_id, status, id);

create index webhook_delivery_type on webhook_delivery (endpoint_id, event_type, id);

create index webhook_delivery_completed on webhook_delivery (completed_at);

create table webhook_attempt (
  id text not null primary key,
  delivery_id text not null,
  created_at text not null,
  duration_ms integer not null,
  outcome text not null,
  http_status integer null,
  excerpt text null
);

create index webhook_attempt_delivery on webhook_attempt (delivery_id, id);

create table webhook_replay (
  id text not null primary key,
  endpoint_id text not null,
  kind text not null,
  event_types text not null,
  position bigint not null,
  until_position bigint not null,
  remaining integer not null,
  created_at text not null
);

create index webhook_replay_endpoint on webhook_replay (endpoint_id, id);

create table operator (
  id text not null primary key,
  name text not null,
  email text null,
  scopes text not null,
  oidc_subject text null,
  created_at text not null,
  disabled_at text null,
  mac text not null
);

create unique index operator_oidc_subject_unique on operator (oidc_subject);

create table console_session (
  hash text not null primary key,
  operator_id text null,
  key_id text null,
  created_at text not null,
  seen_at text not null,
  expires_at text not null,
  mac text not null
);

create index console_session_expiry on console_session (expires_at);

create table settlement_claim (
  funding_id text not null primary key,
  holder text not null,
  claimed_at text not null,
  expires_at text not null
);

create index settlement_claim_expiry on settlement_claim (expires_at);

create table gateway_process (
  id text not null primary key,
  seen_at text not null
);

insert into counter (name, shard, total) values ('all/partners', 0, 0);

