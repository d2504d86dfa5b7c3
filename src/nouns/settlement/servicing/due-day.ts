import { payByOf } from '../../../kernel/days.ts';
import type { ServicingRules } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';

/**
 * A due day. If the last day for the payment already had a notice, that notice counts, so none is written twice. A past
 * day stays with its due day, even if the holidays have changed.
 */
export function dueOn(
  row: ServicingRow,
  due_on: string,
  { holidays, notices, today }: ServicingRules,
): Partial<ServicingRow> {
  if (due_on === row.due_on && row.pay_by < today) return {};
  const pay_by = payByOf(due_on, holidays);
  return { due_on, pay_by, notice: pay_by === row.pay_by ? row.notice : (notices?.get(pay_by) ?? 'none') };
}
