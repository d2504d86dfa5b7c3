import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amountPattern,
  daysInWords,
  minorAmount,
  percent,
  plainAmount,
  RATE_PATTERN,
} from '../../src/console-kit/format.ts';
import { CURRENCIES } from '../../src/console-kit/list/currencies.ts';

/** Whether a field with the pattern takes a text, as browsers do. */
const takes = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, 'v').test(text);

test('a field for a rate takes every rate as it is shown', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (rate) => takes(RATE_PATTERN, String(rate))),
  );
  for (const rate of ['0', '1', '0.002', '1e-7', '5e-324']) expect(takes(RATE_PATTERN, rate)).toBe(true);
});

test.each(['', '1.5', '2', '-0.1', '0.', '.5', '0,5', '15 %', '1e7', '1e1'])(
  'a field for a rate does not take %j',
  (text) => expect(takes(RATE_PATTERN, text)).toBe(false),
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
])('a rate of %d is shown as %s', (rate, shown) => expect(percent(rate)).toBe(shown));

test('one day is not called days', () => {
  expect([1, 2, 30].map(daysInWords)).toEqual(['1 day', '2 days', '30 days']);
});
