create index ledger_entry_rare_kind on ledger_entry (kind, id) where kind <> 'disbursement' and kind <> 'repayment' and kind <> 'fee_earned';

create index ledger_entry_refund_receivable on ledger_entry (id) where replace(legs, '"refund_receivable"', '') <> legs;

create index ledger_entry_offset_clearing on ledger_entry (id) where replace(legs, '"offset_clearing"', '') <> legs;

create index ledger_entry_excess_payable on ledger_entry (id) where replace(legs, '"excess_payable"', '') <> legs;

create index ledger_entry_fee_waived on ledger_entry (id) where replace(legs, '"fee_waived"', '') <> legs;

create index ledger_entry_small_difference on ledger_entry (id) where replace(legs, '"small_difference"', '') <> legs;

create index ledger_entry_principal_loss on ledger_entry (id) where replace(legs, '"principal_loss"', '') <> legs;

create index ledger_entry_fee_loss on ledger_entry (id) where replace(legs, '"fee_loss"', '') <> legs;

create index ledger_entry_recovery on ledger_entry (id) where replace(legs, '"recovery"', '') <> legs;

create index ledger_entry_opening_balance on ledger_entry (id) where replace(legs, '"opening_balance"', '') <> legs;

create index servicing_settled on servicing (id) where closed_on is not null and written_off_on is null;

create index servicing_partner_settled on servicing (partner_id, id) where closed_on is not null and written_off_on is null;
