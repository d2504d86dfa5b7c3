import { daysBetween } from '../../../kernel/days.ts';
import { type AsOf, type ServicingState, servicingStateOf } from '../servicing-states.rules.ts';
import type { ServicingView } from '../servicing-view.ts';
import { WRITE_OFF_CODES } from '../write-off.rules.ts';
import { claimOf, outstandingOf } from './balances.ts';
import type { ServicingRow } from './servicing-mac.ts';

/** What is owed, as both APIs show it. State and days depend on the day of the reader. */
export function presentServicing(row: ServicingRow, asOf: AsOf): ServicingView {
  const state = servicingStateOf(row, asOf);
  return {
    funded_on: row.funded_on,
    due_on: row.due_on,
    original_due_on: row.original_due_on,
    pay_by: row.pay_by,
    principal_outstanding: row.principal_outstanding,
    fee_outstanding: row.fee_outstanding,
    refund_receivable: row.refund_receivable,
    outstanding: outstandingOf(row),
    paid: row.paid,
    excess: row.excess,
    reported: row.reported,
    days_past_due: daysPastDue(row, state, asOf),
    state,
    written_off: writtenOffOf(row),
    claim: claimOf(row),
    closed_on: row.closed_on,
  };
}

/** Until today, or until the day on which a claim was recovered. */
function daysPastDue(row: ServicingRow, state: ServicingState, { today }: AsOf): number {
  if (state !== 'overdue' && state !== 'written_off') return 0;
  return Math.max(0, daysBetween(row.pay_by, row.closed_on ?? today));
}

function writtenOffOf(row: ServicingRow): ServicingView['written_off'] {
  const code = WRITE_OFF_CODES.find((each) => each === row.written_off_code);
  if (row.written_off_on === null || code === undefined) return null;
  return { principal: row.written_off_principal, fee: row.written_off_fee, on: row.written_off_on, code };
}
