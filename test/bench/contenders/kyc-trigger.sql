create function add_kyc() returns trigger language plpgsql as $$
begin
  insert into kyc values (new.customer_id, new.company_country, 'incomplete');
  return new;
end $$;
create trigger customer_kyc after insert on customer for each row execute function add_kyc();
