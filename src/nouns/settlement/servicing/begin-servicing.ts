import { notBefore, timestamp } from '../../../kernel/clock.ts';
import { paymentDays } from '../../../kernel/days.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { legsOf, type NewEntry } from '../../ledger/entries.ts';
import { postEntries } from '../../ledger/post-entries.ts';
import { findProviderToPost } from '../../provider/find-provider.ts';
import type { SettlementRow } from '../settlement.present.ts';
import { withBalances } from './balances.ts';
import { presentRules } from './present-rules.ts';
import { servicingCounts } from './servicing-counts.ts';
import { writtenNotices } from './written-notices.ts';
import { type ServicingRow, withServicingMac } from './servicing-mac.ts';
import { changeServicingRow } from './store-servicing.ts';

/** The terms by which a payout is serviced. */
interface Payout {
  /** The country of the customer. */
  readonly country: string;
  /** The day of the payout in that country. */
  readonly fundedOn: string;
  /** In minor units. */
  readonly fee: number;
  readonly repaymentOrder: string;
}

/**
 * Begins the servicing of a settlement whose money was sent, or begins it again after the bank sent the money back. The
 * caller has locked the settlement and records the event `funding.disbursed`.
 */
export async function beginServicing(
  context: CommandContext,
  settlement: SettlementRow,
  { country, fundedOn, fee, repaymentOrder }: Payout,
  former: ServicingRow | null,
): Promise<ServicingRow> {
  const { amount, currency, settlement_period: period_days } = settlement;
  const rules = presentRules(await findProviderToPost(context), context.now, { country, currency });
  const { dueOn, payBy } = paymentDays(fundedOn, period_days, rules.holidays);
  const present = context.clock();
  const recordedAt = former === null ? timestamp(present) : notBefore(former.recorded_at, present);
  const entries = payoutEntries(amount, fee, fundedOn, rules.feeRecognition);
  const posting = { ...rules, recordedAt, first: former?.entries ?? 0 };
  await postEntries(context, settlement, withBalances(0, entries), posting);
  // The same day may have had its notice before the money came back.
  const notices = former === null ? undefined : await writtenNotices(context, settlement.id);
  const isEarned = rules.feeRecognition === 'at_disbursement' || fee === 0;
  const row = withServicingMac(context.rowMacs, {
    ...NOTHING_YET,
    id: settlement.id,
    partner_id: settlement.partner_id,
    customer_id: settlement.customer_id,
    currency,
    country,
    amount,
    fee,
    period_days,
    repayment_order: repaymentOrder,
    funded_on: fundedOn,
    due_on: dueOn,
    original_due_on: dueOn,
    pay_by: payBy,
    principal_outstanding: amount,
    fee_outstanding: fee,
    fee_earned: isEarned ? fee : 0,
    fee_unearned: isEarned ? 0 : fee,
    earned_until: isEarned ? null : fundedOn,
    // Reports from before the money came back still wait for the provider.
    reported: former?.reported ?? 0,
    notice: notices?.get(payBy) ?? 'none',
    recorded_at: recordedAt,
    entries: (former?.entries ?? 0) + entries.length,
    updated_at: recordedAt,
    steps: (former?.steps ?? 0) + 1,
  });
  if (former === null) await context.db.insertInto('servicing').values(row).execute();
  else await changeServicingRow(context, former, row, { still: { mac: former.mac } }).written;
  await context.count(servicingCounts(row, 1));
  return row;
}

/** The balances and notices of a settlement whose money was just sent. */
export const NOTHING_YET = {
  extensions: 0,
  extension_reason: null,
  refund_receivable: 0,
  excess: 0,
  reported: 0,
  paid: 0,
  fee_waived: 0,
  refunded: 0,
  applied_principal: 0,
  applied_fee: 0,
  applied_refund: 0,
  applied_recovery: 0,
  written_off_principal: 0,
  written_off_fee: 0,
  written_off_on: null,
  written_off_code: null,
  recovered: 0,
  closed_on: null,
  excess_since: null,
  notice: 'none',
};

function payoutEntries(
  amount: number,
  fee: number,
  effectiveOn: string,
  recognition: 'over_period' | 'at_disbursement',
): readonly NewEntry[] {
  const payout: NewEntry = {
    kind: 'disbursement',
    effectiveOn,
    legs: legsOf({ principal_receivable: amount, fee_receivable: fee }, { cash: amount, fee_unearned: fee }),
  };
  const legs = legsOf({ fee_unearned: fee }, { fee_income: fee });
  return recognition === 'at_disbursement' && fee > 0
    ? [payout, { kind: 'fee_earned', effectiveOn, legs }]
    : [payout];
}
