import { wordsOf } from '../../kernel/words.ts';
import { daysAfter } from '../../kernel/days.ts';

/** How a settlement whose money was sent stands. The first state that fits is shown. */
export const SERVICING_STATE_MEANINGS = {
  written_off: 'What was outstanding was written off.',
  settled: 'Nothing is outstanding.',
  overdue: 'The last day for the payment has passed.',
  due_soon: 'The last day for the payment is near.',
  current: 'It is not due soon.',
} as const;
export type ServicingState = keyof typeof SERVICING_STATE_MEANINGS;

export const SERVICING_STATES = wordsOf(SERVICING_STATE_MEANINGS);

interface Standing {
  readonly written_off_on: string | null;
  readonly closed_on: string | null;
  readonly pay_by: string;
  readonly notice: string;
}

/** The day of a reader, and until which last day for a payment that day is near. */
export interface AsOf {
  /** The day in the country of the customer. */
  readonly today: string;
  readonly nearUntil: string;
}

/** The days that were asked for last: nearly all reads of a day are for partners with one setting. */
let latest: AsOf & { readonly noticeDays: number } = { today: '', nearUntil: '', noticeDays: 0 };

/** The days of a reader; `noticeDays` is the setting of the partner. */
export function asOfDay(today: string, noticeDays: number): AsOf {
  if (latest.today !== today || latest.noticeDays !== noticeDays)
    latest = { today, nearUntil: daysAfter(today, noticeDays), noticeDays };
  return latest;
}

/** The state on a day. A notice that was written stays, even if the clock was set back. */
export function servicingStateOf(
  { written_off_on, closed_on, pay_by, notice }: Standing,
  { today, nearUntil }: AsOf,
): ServicingState {
  if (written_off_on !== null) return 'written_off';
  if (closed_on !== null) return 'settled';
  if (today > pay_by || notice === 'overdue') return 'overdue';
  return nearUntil >= pay_by || notice === 'due_soon' ? 'due_soon' : 'current';
}
