alter table sandbox_partner add column purge_began_at text null;

alter table sandbox_partner add column purged_at text null;

drop trigger ledger_entry_no_delete;

create trigger ledger_entry_no_delete before delete on ledger_entry
when not exists (select 1 from sandbox_partner where id = old.partner_id and purge_began_at is not null)
begin select raise(abort, 'entries are append-only'); end;

drop trigger decision_no_delete;

create trigger decision_no_delete before delete on decision
when not exists (select 1 from sandbox_partner where id = old.partner_id and purge_began_at is not null)
begin select raise(abort, 'decisions are append-only'); end;
