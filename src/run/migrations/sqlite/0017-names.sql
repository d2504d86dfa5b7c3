drop index customer_name;

create index customer_name on customer (substr(partner_id, 30), company_name_folded, partner_id, id);
