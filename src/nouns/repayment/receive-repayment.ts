import type { CommandContext } from '../../pipeline/operation.ts';
import { type Among, changeServicing } from '../settlement/servicing/change-servicing.ts';
import type { ProvenServiced } from '../settlement/servicing/lock-servicing.ts';
import type { Allocation, Fact, Source } from '../settlement/servicing/servicing.facts.ts';
import type { RepaymentRow } from './repayment.present.ts';
import { type Draft, newRepaymentRow, recordStatus } from './write-repayment.ts';

/** Money that came. */
interface Receipt {
  readonly id: string;
  readonly amount: number;
  readonly received_on: string;
  readonly source: Source;
}

/** What the receipt of money changes. */
export const repaymentFact = ({ id, amount, source, received_on }: Receipt): Fact<'repayment'> => ({
  kind: 'repayment',
  repaymentId: id,
  amount,
  source,
  effectiveOn: received_on,
});

/** Records that money came, and changes what is owed. Returns how the money was divided, and what is owed now. */
export async function payBack(
  context: CommandContext,
  serviced: ProvenServiced,
  receipt: Receipt,
  among?: Among,
): Promise<{ readonly allocation: Allocation; readonly serviced: ProvenServiced }> {
  const { id } = receipt;
  await recordStatus(context, { id, partner_id: serviced.settlement.partner_id }, 'received');
  const { allocation, ...changed } = await changeServicing(context, serviced, repaymentFact(receipt), among);
  if (allocation === null) throw new Error('A repayment was not divided.');
  return { allocation, serviced: changed };
}

/** Like `payBack`, for money that came without a report. Returns the row of the repayment, which the caller stores. */
export async function receive(
  context: CommandContext,
  serviced: ProvenServiced,
  draft: Draft,
  among?: Among,
): Promise<{ readonly row: RepaymentRow; readonly serviced: ProvenServiced }> {
  const paid = await payBack(context, serviced, draft, among);
  const opened = { status: 'received', allocation: paid.allocation } as const;
  return { row: newRepaymentRow(context, serviced.settlement, draft, opened), serviced: paid.serviced };
}
