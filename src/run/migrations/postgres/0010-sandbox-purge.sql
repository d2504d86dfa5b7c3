alter table sandbox_partner add column purge_began_at text collate "C" null;

alter table sandbox_partner add column purged_at text collate "C" null;

create function row_stays() returns trigger language plpgsql as
$$ begin
  if exists (select 1 from sandbox_partner where id = old.partner_id and purge_began_at is not null) then
    return old;
  end if;
  raise exception '% are append-only', tg_argv[0];
end $$;

drop trigger ledger_entry_no_delete on ledger_entry;

create trigger ledger_entry_no_delete before delete on ledger_entry
for each row execute function row_stays('entries');

drop trigger decision_no_delete on decision;

create trigger decision_no_delete before delete on decision
for each row execute function row_stays('decisions');
