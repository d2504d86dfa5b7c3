alter table instant_settlement add column reopened integer not null default 0;

update instant_settlement set reopened = 1
where id in (select substr(subject, 9) from event where type = 'funding.reopened' and type <> 'customer.created' and type <> 'kyc.created');

create index instant_settlement_reopened on instant_settlement (partner_id, id, status, currency) where reopened = 1;
