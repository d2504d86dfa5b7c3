create table hold (
  id text not null primary key,
  kind text not null,
  object_id text not null,
  reason text not null,
  placed_by text not null,
  placed_at text not null,
  lifted_by text null,
  lifted_at text null,
  lift_reason text null,
  steps integer not null,
  mac text not null
);

create index hold_standing on hold (object_id) where lifted_at is null;

create index hold_object on hold (object_id, id);
