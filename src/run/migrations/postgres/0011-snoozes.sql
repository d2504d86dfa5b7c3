create table snooze (
  about text collate "C" not null primary key,
  author text collate "C" not null,
  snoozed_at text collate "C" not null,
  until text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C" not null
);

create index snooze_until on snooze (until);
