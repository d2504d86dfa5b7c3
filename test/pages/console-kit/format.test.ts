import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amountPattern,
  daysInWords,
  minorAmount,
  percent,
  PERCENT_PATTERN,
  plainAmount,
} from '../../../src/pages/console-kit/format.ts';
import { rateOfPercent } from '../../../src/kernel/rate.ts';
import { CURRENCIES } from '../../../src/pages/console-kit/list/currencies.ts';

/** Whether a field with the pattern takes a text, as browsers do. */
const takes = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, 'v').test(text);

test('a field for a rate takes every rate as it is shown, and means it', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (rate) => {
      const shown = percent(rate);
      expect(takes(PERCENT_PATTERN, shown)).toBe(true);
      expect(rateOfPercent(shown)).toBe(Math.abs(rate));
    }),
  );
  for (const text of ['0', '100', '0.2', '0.15 %', '15%']) expect(takes(PERCENT_PATTERN, text)).toBe(true);
});

test.each(['', '%', '100.5', '200', '-0.1', '0.', '.5', '0,5', '1e-7', '1e1', '0.15 percent'])(
  'a field for a rate does not take %j',
  (text) => {
    expect(takes(PERCENT_PATTERN, text)).toBe(false);
    expect(rateOfPercent(text)).toBeNull();
  },
);

test.each(CURRENCIES)(
  'a field for a limit in %s takes every amount as it is shown, and means it',
  (currency) => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (amount) => {
        const text = plainAmount(amount, currency);
        expect(takes(amountPattern(currency), text)).toBe(true);
        expect(minorAmount(text, currency)).toBe(amount);
      }),
    );
    expect(takes(amountPattern(currency), plainAmount(Number.MAX_SAFE_INTEGER, currency))).toBe(true);
  },
);

test.each([
  [0.002, '0.2 %'],
  [0.07, '7 %'],
  [1e-9, '0.0000001 %'],
  [Number.NaN, '–'],
])('a rate of %d is shown as %s', (rate, shown) => expect(percent(rate)).toBe(shown));

test('one day is not called days', () => {
  expect([1, 2, 30].map(daysInWords)).toEqual(['1 day', '2 days', '30 days']);
});
