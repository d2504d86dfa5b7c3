import { z } from 'zod';
import { daysAfter } from '../../../kernel/days.ts';

/** How often something happened, by day. */
const Days = z.record(z.string(), z.int());
type Days = z.output<typeof Days>;

/**
 * What happened with the settlements of a customer before. It is kept in one row, so that a decision does not read all
 * of them.
 */
export const CustomerPast = z.strictObject({
  /** The day from which on days are kept. */
  since: z.string(),
  /** Denials by underwriting. */
  denied: Days,
  /** Repayments that the bank took back. */
  returned: Days,
  repaid: z.int(),
  /** The most days by which a settlement was paid back after its last day. */
  late: z.int(),
  extensions: z.int(),
});
export type CustomerPast = z.output<typeof CustomerPast>;

/** How often something happened in the days up to today. */
export function inLastDays(days: Days, today: string, back: number): number {
  const since = daysAfter(today, -back);
  return Object.entries(days).reduce((sum, [day, count]) => (day > since ? sum + count : sum), 0);
}
