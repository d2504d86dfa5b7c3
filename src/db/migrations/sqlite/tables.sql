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
);

create index event_partner on event (partner_id, id);

create unique index event_subject_sequence on event (subject, sequence);

create trigger event_no_update before update on event
begin select raise(abort, 'events are append-only'); end;

create trigger event_no_delete before delete on event
begin select raise(abort, 'events are append-only'); end;

create table idempotency_key (
  owner text not null,
  key text not null,
  fingerprint text not null,
  answer text not null,
  expires_at text not null,
  primary key (owner, key)
);

create index idempotency_key_expiry on idempotency_key (expires_at);

create table loose_blob (
  key text not null primary key,
  since text not null,
  doomed integer not null
);

create index loose_blob_since on loose_blob (since);

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
  constraint kyc_record_partner_id_foreign foreign key (partner_id) references partner (id)
);

create index kyc_record_partner_id_index on kyc_record (partner_id);

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
  constraint customer_partner_id_foreign foreign key (partner_id) references partner (id)
);

create index customer_page on customer (partner_id, id);

create index customer_external on customer (partner_id, external_customer_id, id);

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
);

create index instant_settlement_page on instant_settlement (partner_id, id);

create index instant_settlement_status on instant_settlement (partner_id, status, id);

create index instant_settlement_currency on instant_settlement (partner_id, currency, id);

create index instant_settlement_customer on instant_settlement (customer_id, id);

create index instant_settlement_offer on instant_settlement (status, offer_expires_at);

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
);

create index api_key_partner_id_index on api_key (partner_id);

create unique index api_key_hash_unique on api_key (hash);

create table tally (
  name text not null,
  shard integer not null,
  total bigint not null,
  primary key (name, shard)
);

alter table document add column revision text null;

alter table document add column sealed_with text null;

alter table api_key add column last_used_at text null;

alter table api_key add column successor_id text null;

insert into tally (name, shard, total) select 'all/partners', 0, count(*) from partner;

insert into tally (name, shard, total)
select partner_id || '/keys', 0, count(*) from api_key group by partner_id;

create table unsealed_event (
  event_id text not null primary key,
  key text null,
  mark text null,
  refused integer not null
);

insert into unsealed_event (event_id, refused) select id, 0 from event;

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
);

create table sealed_event (
  event_id text not null primary key,
  seal integer not null,
  hash text not null
);

create index sealed_event_seal on sealed_event (seal, event_id);

create trigger seal_no_update before update on seal
begin select raise(abort, 'seals are append-only'); end;

create trigger seal_no_delete before delete on seal
begin select raise(abort, 'seals are append-only'); end;

create trigger sealed_event_no_update before update on sealed_event
begin select raise(abort, 'seals are append-only'); end;

create trigger sealed_event_no_delete before delete on sealed_event
begin select raise(abort, 'seals are append-only'); end;

alter table instant_settlement add column sealed_decision_reason text null;

alter table instant_settlement add column denial_reason text null;

alter table instant_settlement add column denial_note text null;

alter table instant_settlement add column disbursement_reference text null;

update instant_settlement set denial_reason = 'offer_expired' where status = 'denied';

create index customer_external_anywhere on customer (external_customer_id, id);

drop index instant_settlement_offer;

create index instant_settlement_lane on instant_settlement (status, currency, id);

create index instant_settlement_partner_lane
on instant_settlement (partner_id, status, currency, id);

create index instant_settlement_waiting on instant_settlement (status, currency, updated_at, id);

create index instant_settlement_partner_waiting
on instant_settlement (partner_id, status, currency, updated_at, id);

create index instant_settlement_offer on instant_settlement (status, currency, offer_expires_at, id);

create index instant_settlement_partner_offer
on instant_settlement (partner_id, status, currency, offer_expires_at, id);

insert into tally (name, shard, total)
select partner_id || '/offers/' || currency || '/' || substr(offer_expires_at, 1, 10), 0, count(*)
from instant_settlement where status = 'approved' and offer_expires_at is not null
group by partner_id || '/offers/' || currency || '/' || substr(offer_expires_at, 1, 10);

insert into tally (name, shard, total)
select 'all' || '/offers/' || currency || '/' || substr(offer_expires_at, 1, 10), 0, count(*)
from instant_settlement where status = 'approved' and offer_expires_at is not null
group by 'all' || '/offers/' || currency || '/' || substr(offer_expires_at, 1, 10);

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

alter table kyc_record add column text_warnings integer null;

alter table kyc_record add column document_warnings integer not null default 0;

alter table kyc_record add column warned_since text null;

update kyc_record set text_warnings = 0 where legal_name is null;

update kyc_record set warned_since = updated_at, document_warnings = (
  select count(*) from document
  where document.customer_id = kyc_record.customer_id and document.warnings <> ''
) where customer_id in (select customer_id from document where warnings <> '');

insert into tally (name, shard, total)
select partner_id || '/kyc/warned', 0, count(*) from kyc_record where warned_since is not null
group by partner_id || '/kyc/warned';

insert into tally (name, shard, total)
select 'all' || '/kyc/warned', 0, count(*) from kyc_record where warned_since is not null
group by 'all' || '/kyc/warned';

create index kyc_record_judged on kyc_record (text_warnings, customer_id);

create index kyc_record_warned on kyc_record (warned_since, customer_id);

create index kyc_record_partner_warned on kyc_record (partner_id, warned_since, customer_id);

create index event_partner_type on event (partner_id, type, id);

create index event_type on event (type, id);

create index event_actor on event (actor, id);

create index event_subject on event (subject, id);

create table storage_marker (
  slot integer not null primary key,
  marker text not null
);

update api_key set scopes = 'read,write,admin'
where role = 'operator' and scopes in ('read,write', 'write,read') and revoked_at is null;

alter table kyc_record add column revision integer not null default 1;

alter table instant_settlement add column approved_kyc_revision integer null;

alter table instant_settlement add column kyc_changed integer not null default 0;

update instant_settlement set approved_kyc_revision = 1 where status in ('approved', 'accepted');

drop index instant_settlement_waiting;

create index instant_settlement_waiting
on instant_settlement (status, currency, kyc_changed, updated_at, id);

drop index instant_settlement_partner_waiting;

create index instant_settlement_partner_waiting
on instant_settlement (partner_id, status, currency, kyc_changed, updated_at, id);

alter table partner add column auto_limit text not null default '[]';

create index instant_settlement_outstanding
on instant_settlement (customer_id, status, currency, offer_expires_at, amount);

alter table api_key add column digest text null;

alter table api_key add column steps integer not null default 0;

alter table api_key add column mac text null;

alter table instant_settlement add column steps integer not null default 0;

alter table instant_settlement add column mac text null;

create table founding (
  name text not null primary key,
  founded_at text not null,
  mac text not null
);

alter table customer add column company_name_folded text not null default '';

select id, company_name from customer where id > '' order by id limit 500;

alter table partner add column unknown_input text not null default 'refuse';

delete from idempotency_key where owner not like 'par\_%' escape '\';

create index customer_name on customer (partner_id, company_name_folded, id);

create index customer_name_anywhere on customer (company_name_folded, id);

create table numbered_event (
  number integer not null primary key autoincrement,
  event_id text not null,
  key text null,
  mark text null,
  refused integer not null,
  position bigint null
);

insert into numbered_event (number, event_id, key, mark, refused) 
select row_number() over (order by latest, sequence, waiting.event_id) as number, waiting.event_id, waiting.key,
  waiting.mark, waiting.refused
from unsealed_event as waiting
left join (select id, sequence, max(id) over (partition by subject order by sequence) as latest from event) as ordered on ordered.id = waiting.event_id;

drop table unsealed_event;

alter table numbered_event rename to unsealed_event;

create unique index unsealed_event_event on unsealed_event (event_id);

create index unsealed_event_unfed on unsealed_event (number) where position is null and refused = 0;

create index unsealed_event_fed on unsealed_event (position) where position is not null and refused = 0;

create table feed (
  position integer not null primary key autoincrement,
  event_id text not null,
  partner_id text null,
  type text not null,
  subject text not null
);

insert into feed (position, event_id, partner_id, type, subject)
select row_number() over (order by latest, sequence), id,
  case
    when type in ('kyc.identity_read', 'kyc.screening_read', 'kyc.document_read', 'funding.transactions_read') and partner_id not like '%/read' then partner_id || '/read'
    when subject in (select 'key/' || api_key.id from api_key where role = 'operator') then null
    else partner_id
  end,
  type, subject
from (select event.*, max(id) over (partition by subject order by sequence) as latest from event) as ordered
where exists (select 1 from sealed_event where sealed_event.event_id = ordered.id);

create unique index feed_event on feed (event_id);

create index feed_partner on feed (partner_id, position);

create index feed_subject on feed (subject, position);

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
  completed_at text null
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

alter table api_key add column operator_id text null;

create index api_key_operator_id_index on api_key (operator_id);

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

alter table kyc_record add column own_details text null;

alter table unsealed_event add column traceparent text null;

alter table webhook_delivery add column traceparent text null;

create index customer_email on customer (lower(contact_email), id);

drop index kyc_record_partner_id_index;

drop index kyc_record_judged;

create index kyc_record_judged on kyc_record (customer_id) where text_warnings is null;

drop index kyc_record_warned;

create index kyc_record_warned on kyc_record (warned_since, customer_id) where warned_since is not null;

drop index kyc_record_partner_warned;

create index kyc_record_partner_warned on kyc_record (partner_id, warned_since, customer_id) where warned_since is not null;

drop index event_subject;

create index event_subject on event (subject, id) where sequence > 1;

drop index feed_subject;

create index feed_subject on feed (subject, position) where type <> 'customer.created' and type <> 'kyc.created';

