alter table operator add column confirmed_at text null;

create table approval (
  id text not null primary key,
  operation text not null,
  command text not null,
  object_id text not null,
  settlement_id text null,
  partner_id text null,
  state text not null,
  fingerprint text not null,
  content text not null,
  amounts text not null,
  maker text not null,
  created_at text not null,
  expires_at text not null,
  status text not null,
  checker text null,
  decided_at text null,
  reason text null,
  steps integer not null,
  mac text not null
);

create unique index approval_pending on approval (object_id, operation) where status = 'pending';

create index approval_ending on approval (expires_at) where status = 'pending';

create index approval_object on approval (object_id, id);

create index approval_settlement on approval (settlement_id, id);

create table recent_amount (
  id text not null primary key,
  about text not null,
  operator_id text not null,
  currency text not null,
  amount bigint not null,
  moved_at text not null
);

create index recent_amount_sum on recent_amount (about, moved_at);

create index recent_amount_age on recent_amount (moved_at);

create table approval_secret (
  approval_id text not null primary key,
  content text not null,
  expires_at text not null
);

create index approval_secret_age on approval_secret (expires_at);
