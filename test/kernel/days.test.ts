import { expect, test } from 'vitest';
import {
  dayAt,
  daysAfter,
  daysBetween,
  lastDayOfMonth,
  payByOf,
  paymentDays,
} from '../../src/kernel/days.ts';

test.each([
  ['2026-03-02T15:59:59Z', '2026-03-02'],
  ['2026-03-02T16:00:00Z', '2026-03-03'],
  ['2026-03-31T15:59:59.999Z', '2026-03-31'],
  ['2026-03-31T16:00:00Z', '2026-04-01'],
  ['2028-02-28T16:00:00Z', '2028-02-29'],
  ['2028-02-29T16:00:00Z', '2028-03-01'],
  ['2026-12-31T16:00:00Z', '2027-01-01'],
])('at %s it is %s in Hong Kong and Malaysia', (at, day) => expect(dayAt(new Date(at))).toBe(day));

test('the day of a moment is the same whichever day was asked for before', () => {
  const [before, after] = [new Date('2026-03-02T15:59:59.999Z'), new Date('2026-03-02T16:00:00Z')];
  expect([before, after, before].map(dayAt)).toEqual(['2026-03-02', '2026-03-03', '2026-03-02']);
  expect(() => dayAt(new Date('no moment'))).toThrow(RangeError);
  expect(dayAt(after)).toBe('2026-03-03');
});

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2028-02-28', 2, '2028-03-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-12-31', 90, '2027-03-31'],
  ['2026-03-02', 0, '2026-03-02'],
])('from %s, %d days later, it is %s', (from, days, until) => {
  expect(daysAfter(from, days)).toBe(until);
  expect(daysBetween(from, until)).toBe(days);
});

test.each([
  ['2026-01-01', '2026-01-31'],
  ['2026-02-28', '2026-02-28'],
  ['2028-02-01', '2028-02-29'],
  ['2026-04-30', '2026-04-30'],
  ['2026-12-05', '2026-12-31'],
])('the last day of the month of %s is %s', (day, last) => expect(lastDayOfMonth(day)).toBe(last));

test.each([
  [1, '2026-03-03', '2026-03-03'],
  // A Friday, a Saturday, a Sunday and a Monday.
  [4, '2026-03-06', '2026-03-06'],
  [5, '2026-03-07', '2026-03-09'],
  [6, '2026-03-08', '2026-03-09'],
  [7, '2026-03-09', '2026-03-09'],
  [30, '2026-04-01', '2026-04-01'],
  [90, '2026-05-31', '2026-06-01'],
])('%d days after Monday, 2 March 2026, are %s, and it is to be paid by %s', (days, dueOn, payBy) => {
  expect(paymentDays('2026-03-02', days, new Set())).toEqual({ dueOn, payBy });
});

test.each([
  ['a holiday moves the last day', '2026-03-10', ['2026-03-10'], '2026-03-11'],
  ['so do several in a row', '2026-03-10', ['2026-03-10', '2026-03-11'], '2026-03-12'],
  ['a holiday on a Friday leads over the weekend', '2026-03-06', ['2026-03-06'], '2026-03-09'],
  ['a holiday on the Monday after a weekend counts too', '2026-03-07', ['2026-03-09'], '2026-03-10'],
  ['a holiday before the due day moves nothing', '2026-03-10', ['2026-03-09'], '2026-03-10'],
  [
    'holidays at the end of a year lead into the next one',
    '2026-12-31',
    ['2026-12-31', '2027-01-01'],
    '2027-01-04',
  ],
])('%s', (_, dueOn, holidays, payBy) => expect(payByOf(dueOn, new Set(holidays))).toBe(payBy));
