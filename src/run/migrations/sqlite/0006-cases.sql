create table note (
  id text not null primary key,
  about text not null,
  author text not null,
  created_at text not null,
  text text not null
);

create index note_about on note (about, id);

create table assignment (
  funding_id text not null primary key,
  operator_id text not null,
  assigned_at text not null
);
