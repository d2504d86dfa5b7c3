create table snooze (
  about text not null primary key,
  author text not null,
  snoozed_at text not null,
  until text not null,
  state text not null,
  reason text not null
);

create index snooze_until on snooze (until);
