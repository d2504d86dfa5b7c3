alter table partner add column repayment_order text collate "C" not null default 'fee_first';

alter table partner add column reports_repayments boolean not null default false;

alter table partner add column due_notice_days integer not null default 3;

alter table partner add column v1_members text collate "C" not null default 'all';

alter table partner add column steps integer not null default 0;

alter table partner add column mac text collate "C" not null default '';

alter table instant_settlement add column fee bigint null;

alter table instant_settlement add column repayment_order text collate "C" null;

create table provider_settings (
  id text collate "C" not null primary key,
  settings text collate "C" not null,
  books_closed_until text collate "C" null,
  updated_at text collate "C" not null,
  steps integer not null default 0,
  mac text collate "C" not null
);

create table servicing (
  id text collate "C" not null primary key,
  partner_id text collate "C" not null,
  customer_id text collate "C" not null,
  currency text collate "C" not null,
  country text collate "C" not null,
  amount bigint not null,
  fee bigint not null,
  period_days integer not null,
  repayment_order text collate "C" not null,
  funded_on text collate "C" not null,
  due_on text collate "C" not null,
  original_due_on text collate "C" not null,
  pay_by text collate "C" not null,
  extensions integer not null,
  extension_reason text collate "C" null,
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
  written_off_on text collate "C" null,
  written_off_code text collate "C" null,
  recovered bigint not null,
  closed_on text collate "C" null,
  excess_since text collate "C" null,
  earned_until text collate "C" null,
  notice text collate "C" not null,
  recorded_at text collate "C" not null,
  entries integer not null,
  updated_at text collate "C" not null,
  steps integer not null,
  mac text collate "C" not null
);

create index servicing_open on servicing (pay_by, id) where closed_on is null;

create index servicing_partner_open on servicing (partner_id, pay_by, id) where closed_on is null;

create index servicing_due on servicing (due_on, id);

create index servicing_partner_due on servicing (partner_id, due_on, id);

create index servicing_customer on servicing (customer_id, currency);

create index servicing_excess on servicing (excess_since, id) where excess_since is not null;

create index servicing_unearned on servicing (earned_until, id) where earned_until is not null;

create table ledger_entry (
  id text collate "C" not null primary key,
  settlement_id text collate "C" not null,
  partner_id text collate "C" not null,
  customer_id text collate "C" not null,
  currency text collate "C" not null,
  kind text collate "C" not null,
  repayment_id text collate "C" null,
  effective_on text collate "C" not null,
  posted_on text collate "C" not null,
  recorded_at text collate "C" not null,
  amount bigint not null,
  balance bigint not null,
  legs text collate "C" not null,
  mirrors text collate "C" null,
  reason text collate "C" null,
  mac text collate "C" not null
);

create index ledger_entry_statement on ledger_entry (settlement_id, posted_on, recorded_at, id);

create index ledger_entry_partner_statement
on ledger_entry (partner_id, currency, posted_on, recorded_at, id, amount);

create index ledger_entry_journal on ledger_entry (posted_on, recorded_at, id);

create unique index ledger_entry_mirrors on ledger_entry (mirrors) where mirrors is not null;

create function ledger_entry_is_append_only() returns trigger language plpgsql as
$$ begin raise exception 'entries are append-only'; end $$;

create trigger ledger_entry_no_update before update of
  id, settlement_id, partner_id, customer_id, currency, kind, repayment_id, effective_on,
  posted_on, recorded_at, amount, balance, legs, mirrors
on ledger_entry
for each statement execute function ledger_entry_is_append_only();

create trigger ledger_entry_no_delete before delete on ledger_entry
for each statement execute function ledger_entry_is_append_only();

create trigger ledger_entry_no_truncate before truncate on ledger_entry
for each statement execute function ledger_entry_is_append_only();

create table repayment (
  id text collate "C" not null primary key,
  settlement_id text collate "C" not null,
  partner_id text collate "C" not null,
  customer_id text collate "C" not null,
  currency text collate "C" not null,
  amount bigint not null,
  received_on text collate "C" not null,
  source text collate "C" not null,
  reference text collate "C" null,
  reference_hash text collate "C" null,
  status text collate "C" not null,
  allocated_principal bigint not null,
  allocated_fee bigint not null,
  allocated_refund bigint not null,
  allocated_excess bigint not null,
  allocated_recovery bigint not null,
  reported text collate "C" null,
  reversed_on text collate "C" null,
  reversal_kind text collate "C" null,
  reversal_reason text collate "C" null,
  decline_reason text collate "C" null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  steps integer not null,
  mac text collate "C" not null
);

create index repayment_settlement on repayment (settlement_id, id);

create index repayment_partner on repayment (partner_id, id);

create index repayment_status on repayment (status, id);

create index repayment_partner_status on repayment (partner_id, status, id);

create index repayment_customer on repayment (customer_id, id);

create index repayment_reference on repayment (reference_hash, id) where reference_hash is not null;

create unique index repayment_once on repayment (settlement_id, received_on, reference_hash)
where status in ('reported', 'received');

