create table decision (
  id text not null primary key,
  settlement_id text not null,
  partner_id text not null,
  outcome text not null,
  origin text not null,
  actor text not null,
  content text not null,
  created_at text not null,
  mac text not null
);

create index decision_partner on decision (partner_id, id);

create table customer_past (
  id text not null primary key,
  past text not null,
  changes integer not null,
  mac text not null
);

create trigger decision_no_update before update of id, settlement_id, partner_id, outcome, origin, actor, created_at on decision
begin select raise(abort, 'decisions are append-only'); end;

create trigger decision_no_delete before delete on decision
begin select raise(abort, 'decisions are append-only'); end;

