import type { QueryContext } from '../../../pipeline/operation.ts';
import { presentRepayment, type RepaymentRow, type RepaymentView } from '../repayment.present.ts';
import { requireGenuineRepayment } from '../repayment-mac.ts';

/** A repayment as lists show it. Throws if the gateway did not write its row. */
export function listedRepayment({ rowMacs, vault }: QueryContext, row: RepaymentRow): RepaymentView {
  requireGenuineRepayment(rowMacs, row);
  return presentRepayment(row, vault);
}
