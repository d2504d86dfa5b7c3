create table policy_trial (
  id text not null primary key,
  policy_id text not null,
  scope text not null,
  hash text not null,
  content text not null,
  without text not null,
  owner text not null,
  from_at text not null,
  until_at text not null,
  state text not null,
  position text not null,
  total integer null,
  done integer not null,
  result text not null,
  created_at text not null,
  ended_at text null,
  lease text null,
  leased_until text null,
  mac text not null
);

create unique index policy_trial_running on policy_trial (state) where state = 'running';

create index policy_trial_policy on policy_trial (policy_id, id);

create table policy_trial_case (
  trial_id text not null,
  id text not null,
  primary key (trial_id, id)
);
