import { daysAfter, daysBetween, lastDayOfMonth } from '../../../kernel/days.ts';
import { feeEarnedBy } from '../../../kernel/rate.ts';
import { type Books, earn } from './books.ts';

/** Earns for each last day of a month that has come. Returns whether something was earned. */
export function earnDueMonths(books: Books): boolean {
  const before = books.entries.length;
  while (books.row.earned_until !== null) {
    const day = lastDayOfMonth(daysAfter(books.row.earned_until, 1));
    if (day > books.rules.today) break;
    const { fee, period_days, funded_on, fee_earned } = books.row;
    const days = Math.min(Math.max(0, daysBetween(funded_on, day)), period_days);
    earn(books, feeEarnedBy(fee, days, period_days) - fee_earned, day);
    books.row = { ...books.row, earned_until: books.row.fee_unearned === 0 ? null : day };
  }
  return books.entries.length > before;
}
