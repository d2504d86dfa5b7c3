import { z } from 'zod';
import { readEventData } from '../../trail/record/event-data.ts';
import type { RecordedStep } from '../../trail/record/proven-records.ts';
import type { SettlementStatus } from './settlement.machine.ts';
import type { SettlementRow } from './settlement.present.ts';
import { statusAfter, stepOf } from './settlement-events.rules.ts';

type Told = Pick<
  SettlementRow,
  'status' | 'amount' | 'currency' | 'interest_rate' | 'fee' | 'repayment_order'
>;

/** The terms in events. Some events have none. */
const Terms = z.looseObject({
  amount: z.number().optional(),
  currency: z.string().optional(),
  interest_rate: z.number().optional(),
  fee: z.number().optional(),
  repayment_order: z.string().optional(),
});

/**
 * The end of a sentence that says how a settlement contradicts its history; null if they agree. The first step of a
 * history is the submission.
 */
export function historyFault(row: Told, steps: readonly RecordedStep[]): string | null {
  const status = statusAfterAll(steps);
  if (status !== row.status) return `is ${row.status}, and by its history ${status ?? 'nothing'}`;
  for (const { data } of steps) {
    const terms = readEventData(Terms, data);
    if (terms === null) return 'has an event that cannot be read';
    const { amount = row.amount, currency = row.currency, interest_rate = row.interest_rate } = terms;
    if (amount !== row.amount || currency !== row.currency) return 'has another amount than was submitted';
    if (interest_rate !== row.interest_rate) return 'has another rate than was approved';
    const { fee = row.fee, repayment_order = row.repayment_order } = terms;
    if (fee !== row.fee) return 'has another fee than was approved';
    if (repayment_order !== row.repayment_order) return 'has another order of repayments than was approved';
  }
  return null;
}

/** The status after all steps; null if the machine does not allow one of them. */
function statusAfterAll(steps: readonly RecordedStep[]): SettlementStatus | null {
  let status: SettlementStatus | null = null;
  for (const { type } of steps) {
    const step = stepOf(type);
    status = step === undefined ? null : statusAfter(status, step);
    if (status === null) return null;
  }
  return status;
}
