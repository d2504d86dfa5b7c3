create table sandbox_partner (
  id text collate "C" not null primary key,
  root_id text collate "C" not null,
  expires_at text collate "C" null,
  ended_at text collate "C" null,
  successor_id text collate "C" null
);

create index sandbox_partner_open on sandbox_partner (root_id, expires_at) where ended_at is null;

create index sandbox_partner_ended on sandbox_partner (ended_at, id) where ended_at is not null;
