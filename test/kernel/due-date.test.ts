import { expect, test } from 'vitest';
import { paymentDays } from '../../src/kernel/due-date.ts';

test.each([
  ['a payout in the morning is of the day that it is in Hong Kong', '2026-03-02T15:59:59Z', 1, '2026-03-02'],
  ['one in the evening of UTC is of the next day', '2026-03-02T16:00:00Z', 1, '2026-03-03'],
])('%s', (_, at, days, fundedOn) => expect(paymentDays(new Date(at), days).fundedOn).toBe(fundedOn));

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
  expect(paymentDays(new Date('2026-03-02T03:00:00Z'), days)).toEqual({
    fundedOn: '2026-03-02',
    dueOn,
    payBy,
  });
});

test('the period runs over the end of a February with 29 days', () => {
  expect(paymentDays(new Date('2028-02-28T03:00:00Z'), 2).dueOn).toBe('2028-03-01');
});
