create table note (
  id text not null primary key,
  about text not null,
  author text not null,
  created_at text not null,
  text text not null
);

create index note_about on note (about, id);
