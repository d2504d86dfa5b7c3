import type { RecordedStep } from '../../trail/record/proven-records.ts';
import type { RepaymentStatus } from './repayment.machine.ts';
import type { RepaymentRow } from './repayment.present.ts';
import { statusAfter } from './repayment.rules.ts';

type Told = Pick<
  RepaymentRow,
  | 'status'
  | 'amount'
  | 'allocated_principal'
  | 'allocated_fee'
  | 'allocated_refund'
  | 'allocated_excess'
  | 'allocated_recovery'
>;

/** The end of a sentence that says how a repayment contradicts its history; null if they agree. */
export function repaymentHistoryFault(row: Told, steps: readonly RecordedStep[]): string | null {
  let status: RepaymentStatus | null = null;
  for (const { type } of steps) {
    status = statusAfter(status, type);
    if (status === null) break;
  }
  if (status !== row.status) return `is ${row.status}, and by its history ${status ?? 'nothing'}`;
  const wasReceived = status === 'received' || status === 'reversed';
  return allocatedIn(row) === (wasReceived ? row.amount : 0)
    ? null
    : 'has parts that do not add up to its amount';
}

const allocatedIn = (row: Told): number =>
  row.allocated_principal +
  row.allocated_fee +
  row.allocated_refund +
  row.allocated_excess +
  row.allocated_recovery;
