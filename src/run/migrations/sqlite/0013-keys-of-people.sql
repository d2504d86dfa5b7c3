create table api_key_of_0013 (
  id text not null primary key,
  partner_id text null,
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

insert into api_key_of_0013 select id, partner_id, name, role, scopes, prefix, hash, created_at, expires_at, revoked_at, last_used_at, successor_id, digest, steps, mac, operator_id from api_key;

drop table api_key;

alter table api_key_of_0013 rename to api_key;

create index api_key_partner_id_index on api_key (partner_id);

create unique index api_key_hash_unique on api_key (hash);

create index api_key_operator_id_index on api_key (operator_id);
