alter table operator add column confirmed_at text collate "C" null;

create table approval (
  id text collate "C" not null primary key,
  operation text collate "C" not null,
  command text collate "C" not null,
  object_id text collate "C" not null,
  settlement_id text collate "C" null,
  partner_id text collate "C" null,
  state text collate "C" not null,
  fingerprint text collate "C" not null,
  content text collate "C" not null,
  amounts text collate "C" not null,
  maker text collate "C" not null,
  created_at text collate "C" not null,
  expires_at text collate "C" not null,
  status text collate "C" not null,
  checker text collate "C" null,
  decided_at text collate "C" null,
  reason text collate "C" null,
  steps integer not null,
  mac text collate "C" not null
);

create unique index approval_pending on approval (object_id, operation) where status = 'pending';

create index approval_ending on approval (expires_at) where status = 'pending';

create index approval_object on approval (object_id, id);

create index approval_settlement on approval (settlement_id, id);

create table recent_amount (
  id text collate "C" not null primary key,
  about text collate "C" not null,
  operator_id text collate "C" not null,
  currency text collate "C" not null,
  amount bigint not null,
  moved_at text collate "C" not null
);

create index recent_amount_sum on recent_amount (about, moved_at);

create index recent_amount_age on recent_amount (moved_at);

create table approval_secret (
  approval_id text collate "C" not null primary key,
  content text collate "C" not null,
  expires_at text collate "C" not null
);

create index approval_secret_age on approval_secret (expires_at);
