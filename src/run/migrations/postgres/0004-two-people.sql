create table hold (
  id text collate "C" not null primary key,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  reason text collate "C" not null,
  placed_by text collate "C" not null,
  placed_at text collate "C" not null,
  lifted_by text collate "C" null,
  lifted_at text collate "C" null,
  lift_reason text collate "C" null,
  steps integer not null,
  mac text collate "C" not null
);

create index hold_standing on hold (object_id) where lifted_at is null;

create index hold_object on hold (object_id, id);
