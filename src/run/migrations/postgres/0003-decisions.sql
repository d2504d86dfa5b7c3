create table decision (
  id text collate "C" not null primary key,
  settlement_id text collate "C" not null,
  partner_id text collate "C" not null,
  outcome text collate "C" not null,
  origin text collate "C" not null,
  actor text collate "C" not null,
  content text collate "C" not null,
  created_at text collate "C" not null,
  mac text collate "C" not null
);

create index decision_partner on decision (partner_id, id);

create table customer_past (
  id text collate "C" not null primary key,
  past text collate "C" not null,
  changes integer not null,
  mac text collate "C" not null
);

create function decision_is_append_only() returns trigger language plpgsql as
$$ begin raise exception 'decisions are append-only'; end $$;

create trigger decision_no_update before update of id, settlement_id, partner_id, outcome, origin, actor, created_at on decision
for each statement execute function decision_is_append_only();

create trigger decision_no_delete before delete on decision
for each statement execute function decision_is_append_only();

create trigger decision_no_truncate before truncate on decision
for each statement execute function decision_is_append_only();

