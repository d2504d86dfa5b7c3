create table customer (
  customer_id text primary key default 'cus_' || gen_random_uuid(),
  partner_id text not null default 'partner-1',
  external_customer_id text not null,
  contact_email text not null,
  contact_name text not null,
  contact_phone text not null,
  contact_country text not null,
  company_name text not null,
  company_country text not null,
  company_sector text not null,
  created_at text not null default to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  updated_at text not null default to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
);
create index customer_partner on customer (partner_id, customer_id);
create table kyc (customer_id text primary key references customer, type text not null, status text not null);
