create table note (
  id text collate "C" not null primary key,
  about text collate "C" not null,
  author text collate "C" not null,
  created_at text collate "C" not null,
  text text collate "C" not null
);

create index note_about on note (about, id);

create table assignment (
  funding_id text collate "C" not null primary key,
  operator_id text collate "C" not null,
  assigned_at text collate "C" not null
);
