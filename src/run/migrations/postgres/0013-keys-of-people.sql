alter table api_key alter column partner_id drop not null;
