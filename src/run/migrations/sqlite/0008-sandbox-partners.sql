create table sandbox_partner (
  id text not null primary key,
  root_id text not null,
  expires_at text null,
  ended_at text null,
  successor_id text null
);

create index sandbox_partner_open on sandbox_partner (root_id, expires_at) where ended_at is null;

create index sandbox_partner_ended on sandbox_partner (ended_at, id) where ended_at is not null;
