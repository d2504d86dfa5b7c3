-- The role of the gateway in a new database `fundgate`, by psql as its superuser with the role's password in
-- POSTGRES_PASSWORD. It owns the tables that it makes, since every start brings them up to date, and nothing else.
\getenv password POSTGRES_PASSWORD
create role fundgate login password :'password' nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
revoke all on database fundgate from public;
grant connect on database fundgate to fundgate;
revoke all on schema public from public;
grant usage, create on schema public to fundgate;
-- New segments of the log need not be filled with zeros while commits wait; from PostgreSQL 15 on.
grant set on parameter wal_init_zero to fundgate;
-- No one logs in over the network as the superuser; on the machine of the server no password is asked for.
alter role current_user password null;
