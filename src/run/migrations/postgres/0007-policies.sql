create table policy (
  id text collate "C" not null primary key,
  scope text collate "C" not null,
  state text collate "C" not null,
  hash text collate "C" not null,
  content text collate "C" not null,
  owner text collate "C" not null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  published_at text collate "C" null,
  retired_at text collate "C" null,
  steps integer not null,
  mac text collate "C" not null
);

create unique index policy_live on policy (scope) where state = 'live';

create unique index policy_shadow on policy (scope) where state = 'shadow';
