create table gateway_kind (
  id text collate "C" not null primary key,
  kind text collate "C" not null
);

create table sandbox_clock (
  id text collate "C" not null primary key,
  ahead_ms bigint not null,
  goal_ms bigint null,
  goal_until_ms bigint null
);
