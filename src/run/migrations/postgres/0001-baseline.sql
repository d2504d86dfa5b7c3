create table event (
  number bigserial primary key,
  id text collate "C" not null,
  type text collate "C" not null,
  subject text collate "C" not null,
  sequence integer not null,
  partner_id text collate "C" null,
  actor text collate "C" not null,
  request_id text collate "C" not null,
  created_at text collate "C" not null,
  data text collate "C" not null,
  key text collate "C" not null,
  mac text collate "C" not null,
  traceparent text collate "C" null,
  constraint event_id_unique unique (id)
);

create unique index event_subject_sequence on event (subject, sequence);

create index event_actor on event (actor, id) where type <> 'customer.created' and type <> 'kyc.created';

create index event_subject on event (subject, id) where sequence > 1;

create index event_type on event (type, id) where type <> 'customer.created' and type <> 'kyc.created';

create index event_partner on event (partner_id, id) where type <> 'customer.created' and type <> 'kyc.created';

create index event_created on event (partner_id, id) where type = 'customer.created' or type = 'kyc.created';

create index event_partner_type on event (partner_id, type, id) where type <> 'customer.created' and type <> 'kyc.created';

create function event_is_append_only() returns trigger language plpgsql as
$$ begin raise exception 'events are append-only'; end $$;

create trigger event_no_update before update on event
for each statement execute function event_is_append_only();

create trigger event_no_delete before delete on event
for each statement execute function event_is_append_only();

create trigger event_no_truncate before truncate on event
for each statement execute function event_is_append_only();

create table idempotency_key (
  owner text collate "C" not null,
  key text collate "C" not null,
  fingerprint text collate "C" not null,
  kept_at text collate "C" not null,
  answer text collate "C" not null,
  primary key (owner, key)
);

create index idempotency_key_age on idempotency_key using brin (kept_at) with (autosummarize = on);

create table orphan_blob (
  key text collate "C" not null primary key,
  since text collate "C" not null,
  state integer not null
);

create index orphan_blob_since on orphan_blob (since);

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
  updated_at text collate "C" not null,
  auto_limit text collate "C" not null default '[]',
  unknown_input text collate "C" not null default 'refuse'
);

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
  text_warnings integer null,
  document_warnings integer not null default 0,
  warned_since text collate "C" null,
  revision integer not null default 1,
  own_details text collate "C" null
);

create index kyc_record_judged on kyc_record (customer_id) where text_warnings is null;

create index kyc_record_warned on kyc_record (warned_since, customer_id) where warned_since is not null;

create index kyc_record_partner_warned on kyc_record (partner_id, warned_since, customer_id) where warned_since is not null;

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
  revision text collate "C" null,
  encrypted_with text collate "C" not null,
  constraint document_customer_id_foreign foreign key (customer_id) references kyc_record (customer_id),
  constraint document_partner_id_foreign foreign key (partner_id) references partner (id)
);

create index document_customer_id_index on document (customer_id);

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
  company_name_folded text collate "C" not null default ''
);

create index customer_page on customer (partner_id, id);

create index customer_external on customer (external_customer_id, partner_id, id);

create index customer_name on customer (partner_id, company_name_folded, id);

create index customer_email on customer (lower(contact_email), id);

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
  offer_expires_at text collate "C" null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  decision_reason text collate "C" null,
  denial_reason text collate "C" null,
  denial_note text collate "C" null,
  disbursement_reference text collate "C" null,
  approved_kyc_revision integer null,
  kyc_changed integer not null default 0,
  steps integer not null default 0,
  mac text collate "C" not null,
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
  last_used_at text collate "C" null,
  successor_id text collate "C" null,
  digest text collate "C" not null,
  steps integer not null default 0,
  mac text collate "C" not null,
  operator_id text collate "C" null,
  constraint api_key_partner_id_foreign foreign key (partner_id) references partner (id)
);

create index api_key_partner_id_index on api_key (partner_id);

create unique index api_key_hash_unique on api_key (hash);

create index api_key_operator_id_index on api_key (operator_id);

create table counter (
  name text collate "C" not null,
  shard integer not null,
  total bigint not null,
  primary key (name, shard)
);

create table checkpoint (
  number integer not null primary key,
  previous text collate "C" not null,
  last_position bigint not null,
  events integer not null,
  content text collate "C" not null,
  made_at text collate "C" not null,
  key text collate "C" not null,
  hash text collate "C" not null,
  mac text collate "C" not null
);

create function checkpoint_is_append_only() returns trigger language plpgsql as
$$ begin raise exception 'checkpoints are append-only'; end $$;

create trigger checkpoint_no_update before update on checkpoint
for each statement execute function checkpoint_is_append_only();

create trigger checkpoint_no_delete before delete on checkpoint
for each statement execute function checkpoint_is_append_only();

create trigger checkpoint_no_truncate before truncate on checkpoint
for each statement execute function checkpoint_is_append_only();

create table chain_end (
  id integer not null primary key,
  number integer not null,
  hash text collate "C" not null,
  key text collate "C" not null,
  mac text collate "C" not null
);

create table secret_key (
  name text collate "C" not null primary key,
  verifying_keys text collate "C" not null,
  used_at text collate "C" not null,
  retired_at text collate "C" null
);

create table document_request (
  customer_id text collate "C" not null,
  type text collate "C" not null,
  partner_id text collate "C" not null,
  reason text collate "C" not null,
  requested_at text collate "C" not null,
  primary key (customer_id, type),
  constraint document_request_customer_id_foreign foreign key (customer_id) references kyc_record (customer_id),
  constraint document_request_partner_id_foreign foreign key (partner_id) references partner (id)
);

create table storage_marker (
  slot integer not null primary key,
  marker text collate "C" not null
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
  position bigserial primary key,
  event_number bigint not null,
  partner_id text collate "C" null,
  type text collate "C" not null,
  subject text collate "C" null,
  constraint feed_event unique (event_number)
);

create index feed_partner on feed (partner_id, position);

create index feed_subject on feed (subject, position) where type <> 'customer.created' and type <> 'kyc.created';

create function feed_is_append_only() returns trigger language plpgsql as
$$ begin raise exception 'the feed is append-only'; end $$;

create trigger feed_no_update before update on feed
for each statement execute function feed_is_append_only();

create trigger feed_no_delete before delete on feed
for each statement execute function feed_is_append_only();

create trigger feed_no_truncate before truncate on feed
for each statement execute function feed_is_append_only();

create table webhook_endpoint (
  id text collate "C" not null primary key,
  partner_id text collate "C" not null,
  url text collate "C" not null,
  description text collate "C" null,
  event_types text collate "C" not null,
  ordering text collate "C" not null,
  status text collate "C" not null,
  disabled_reason text collate "C" null,
  disabled_position bigint null,
  secret text collate "C" null,
  former_secret text collate "C" null,
  former_until text collate "C" null,
  failing_since text collate "C" null,
  failures integer not null,
  resume_at text collate "C" null,
  last_error text collate "C" null,
  last_error_status integer null,
  last_error_at text collate "C" null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  deleted_at text collate "C" null
);

create index webhook_endpoint_page on webhook_endpoint (partner_id, id);

create table webhook_delivery (
  id text collate "C" not null primary key,
  endpoint_id text collate "C" not null,
  partner_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  position bigint not null,
  order_key text collate "C" not null,
  status text collate "C" not null,
  attempts integer not null,
  step integer not null,
  due_at text collate "C" null,
  lease text collate "C" null,
  created_at text collate "C" not null,
  completed_at text collate "C" null,
  traceparent text collate "C" null
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
  id text collate "C" not null primary key,
  delivery_id text collate "C" not null,
  created_at text collate "C" not null,
  duration_ms integer not null,
  outcome text collate "C" not null,
  http_status integer null,
  excerpt text collate "C" null
);

create index webhook_attempt_delivery on webhook_attempt (delivery_id, id);

create table webhook_replay (
  id text collate "C" not null primary key,
  endpoint_id text collate "C" not null,
  kind text collate "C" not null,
  event_types text collate "C" not null,
  position bigint not null,
  until_position bigint not null,
  remaining integer not null,
  created_at text collate "C" not null
);

create index webhook_replay_endpoint on webhook_replay (endpoint_id, id);

create table operator (
  id text collate "C" not null primary key,
  name text collate "C" not null,
  email text collate "C" null,
  scopes text collate "C" not null,
  oidc_subject text collate "C" null,
  created_at text collate "C" not null,
  disabled_at text collate "C" null,
  mac text collate "C" not null
);

create unique index operator_oidc_subject_unique on operator (oidc_subject);

create table console_session (
  hash text collate "C" not null primary key,
  operator_id text collate "C" null,
  key_id text collate "C" null,
  created_at text collate "C" not null,
  seen_at text collate "C" not null,
  expires_at text collate "C" not null,
  mac text collate "C" not null
);

create index console_session_expiry on console_session (expires_at);

create table settlement_claim (
  funding_id text collate "C" not null primary key,
  holder text collate "C" not null,
  claimed_at text collate "C" not null,
  expires_at text collate "C" not null
);

create index settlement_claim_expiry on settlement_claim (expires_at);

create table gateway_process (
  id text collate "C" not null primary key,
  seen_at text collate "C" not null
);

insert into counter (name, shard, total) values ('all/partners', 0, 0);

