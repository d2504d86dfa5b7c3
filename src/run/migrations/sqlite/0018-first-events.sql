create index event_apart on event (partner_id, id) where (type = 'customer.created' or type = 'kyc.created') and subject <> substr(type, 1, length(type) - 8) || '/cus_' || substr(id, 5, 25) || '0';

drop index event_created;
