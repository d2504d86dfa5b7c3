alter table instant_settlement add column disbursement_reference_hash text null;

create index instant_settlement_reference on instant_settlement (disbursement_reference_hash, id) where disbursement_reference_hash is not null;

create index instant_settlement_unhashed on instant_settlement (id) where disbursement_reference is not null and disbursement_reference_hash is null;
