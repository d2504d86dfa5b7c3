alter table partner add column repayment_order text not null default 'fee_first';

alter table partner add column reports_repayments integer not null default false;

alter table partner add column due_notice_days integer not null default 3;

alter table partner add column v1_members text not null default 'all';

alter table partner add column steps integer not null default 0;

alter table partner add column mac text not null default '';

alter table instant_settlement add column fee bigint null;

alter table instant_settlement add column repayment_order text null;

create table provider_settings (
  id text not null primary key,
  settings text not null,
  books_closed_until text null,
  updated_at text not null,
  steps integer not null default 0,
  mac text not null
);

create table servicing (
  id text not null primary key,
  partner_id text not null,
  customer_id text not null,
  currency text not null,
  country text not null,
  amount bigint not null,
  fee bigint not null,
  period_days integer not null,
  repayment_order text not null,
  funded_on text not null,
  due_on text not null,
  original_due_on text not null,
  pay_by text not null,
  extensions integer not null,
  extension_reason text null,
  principal_outstanding bigint not null,
  fee_outstanding bigint not null,
  refund_receivable bigint not null,
  excess bigint not null,
  reported bigint not null,
  paid bigint not null,
  fee_earned bigint not null,
  fee_unearned bigint not null,
  refunded bigint not null,
  applied_principal bigint not null,
  applied_fee bigint not null,
  applied_refund bigint not null,
  applied_recovery bigint not null,
  fee_waived bigint not null,
  written_off_principal bigint not null,
  written_off_fee bigint not null,
  written_off_on text null,
  written_off_code text null,
  recovered bigint not null,
  closed_on text null,
  excess_since text null,
  earned_until text null,
  notice text not null,
  recorded_at text not null,
  entries integer not null,
  updated_at text not null,
  steps integer not null,
  mac text not null
);

create index servicing_open on servicing (pay_by, id) where closed_on is null;

create index servicing_partner_open on servicing (partner_id, pay_by, id) where closed_on is null;

create index servicing_due on servicing (due_on, id);

create index servicing_partner_due on servicing (partner_id, due_on, id);

create index servicing_customer on servicing (customer_id, currency);

create index servicing_excess on servicing (excess_since, id) where excess_since is not null;

create index servicing_unearned on servicing (earned_until, id) where earned_until is not null;

create table ledger_entry (
  id text not null primary key,
  settlement_id text not null,
  partner_id text not null,
  customer_id text not null,
  currency text not null,
  kind text not null,
  repayment_id text null,
  effective_on text not null,
  posted_on text not null,
  recorded_at text not null,
  amount bigint not null,
  balance bigint not null,
  legs text not null,
  mirrors text null,
  reason text null,
  mac text not null
);

create index ledger_entry_statement on ledger_entry (settlement_id, posted_on, recorded_at, id);

create index ledger_entry_partner_statement
on ledger_entry (partner_id, currency, posted_on, recorded_at, id, amount);

create index ledger_entry_journal on ledger_entry (posted_on, recorded_at, id);

create unique index ledger_entry_mirrors on ledger_entry (mirrors) where mirrors is not null;

create trigger ledger_entry_no_update before update of
  id, settlement_id, partner_id, customer_id, currency, kind, repayment_id, effective_on,
  posted_on, recorded_at, amount, balance, legs, mirrors
on ledger_entry
begin select raise(abort, 'entries are append-only'); end;

create trigger ledger_entry_no_delete before delete on ledger_entry
begin select raise(abort, 'entries are append-only'); end;

create table repayment (
  id text not null primary key,
  settlement_id text not null,
  partner_id text not null,
  customer_id text not null,
  currency text not null,
  amount bigint not null,
  received_on text not null,
  source text not null,
  reference text null,
  reference_hash text null,
  status text not null,
  allocated_principal bigint not null,
  allocated_fee bigint not null,
  allocated_refund bigint not null,
  allocated_excess bigint not null,
  allocated_recovery bigint not null,
  reported text null,
  reversed_on text null,
  reversal_kind text null,
  reversal_reason text null,
  decline_reason text null,
  created_at text not null,
  updated_at text not null,
  steps integer not null,
  mac text not null
);

create index repayment_settlement on repayment (settlement_id, id);

create index repayment_partner on repayment (partner_id, id);

create index repayment_status on repayment (status, id);

create index repayment_partner_status on repayment (partner_id, status, id);

create index repayment_customer on repayment (customer_id, id);

create index repayment_reference on repayment (reference_hash, id) where reference_hash is not null;

create unique index repayment_once on repayment (settlement_id, received_on, reference_hash)
where status in ('reported', 'received');

