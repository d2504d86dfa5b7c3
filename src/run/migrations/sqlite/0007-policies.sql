create table policy (
  id text not null primary key,
  scope text not null,
  state text not null,
  hash text not null,
  content text not null,
  owner text not null,
  created_at text not null,
  updated_at text not null,
  published_at text null,
  retired_at text null,
  steps integer not null,
  mac text not null
);

create unique index policy_live on policy (scope) where state = 'live';

create unique index policy_shadow on policy (scope) where state = 'shadow';
