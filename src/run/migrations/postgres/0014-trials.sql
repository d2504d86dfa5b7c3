create table policy_trial (
  id text collate "C" not null primary key,
  policy_id text collate "C" not null,
  scope text collate "C" not null,
  hash text collate "C" not null,
  content text collate "C" not null,
  without text collate "C" not null,
  owner text collate "C" not null,
  from_at text collate "C" not null,
  until_at text collate "C" not null,
  state text collate "C" not null,
  position text collate "C" not null,
  total integer null,
  done integer not null,
  result text collate "C" not null,
  created_at text collate "C" not null,
  ended_at text collate "C" null,
  lease text collate "C" null,
  leased_until text collate "C" null,
  mac text collate "C" not null
);

create unique index policy_trial_running on policy_trial (state) where state = 'running';

create index policy_trial_policy on policy_trial (policy_id, id);

create table policy_trial_case (
  trial_id text collate "C" not null,
  id text collate "C" not null,
  primary key (trial_id, id)
);
