import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  annualRateOf,
  decimalOfPercent,
  feeEarnedBy,
  feeOf,
  hasFewPlaces,
  isAnnualRateAbove,
  isExactSum,
  isFarFrom,
  percentOf,
  percentOfDecimal,
  rateOfPercent,
} from '../../src/kernel/rate.ts';
import { plainDecimal } from '../../src/kernel/plain-decimal.ts';

/** Decimals as people write them, without zeros that say nothing. */
const decimals = fc
  .tuple(fc.nat(999), fc.stringMatching(/^(?:\d{0,30}[1-9])?$/))
  .map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`));

test('a text in percent is the same after it was a decimal, whatever its digits', () => {
  fc.assert(
    fc.property(decimals, (percent) => {
      expect(percentOfDecimal(decimalOfPercent(percent))).toBe(percent);
    }),
  );
});

test('a rate is the same after it was shown in percent', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (rate) => {
      expect(Number(plainDecimal(rate))).toBe(Math.abs(rate));
      expect(plainDecimal(rate)).toMatch(/^\d+(?:\.\d+)?$/);
      expect(rateOfPercent(percentOf(rate))).toBe(Math.abs(rate));
    }),
  );
});

test.each([
  ['0.15', '0.0015'],
  ['0.2', '0.002'],
  ['7', '0.07'],
  ['0.07', '0.0007'],
  ['100', '1'],
  ['0', '0'],
  ['12.50', '0.125'],
  ['05', '0.05'],
  ['-0.1', '-0.001'],
])('%s percent is the decimal %s', (percent, decimal) => expect(decimalOfPercent(percent)).toBe(decimal));

test.each([
  [1e-7, '0.0000001'],
  [1.5e-7, '0.00000015'],
  [0.002, '0.002'],
  [1, '1'],
  [0, '0'],
])('%d is written as %s', (rate, text) => expect(plainDecimal(rate)).toBe(text));

test.each([
  [1_000_000, 0.002, 2_000],
  [1_000_000, 0.0015, 1_500],
  [100, 0.07, 7],
  [2_469_000, 0.0018, 4_444],
  [250, 0.002, 1],
  [249, 0.002, 0],
  [Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER],
  [Number.MAX_SAFE_INTEGER, 0.1, 900_719_925_474_099],
  [1_000_000, 1e-7, 0],
  [1_000_000, 0, 0],
  [5, 0.1, 1],
  [4, 0.1, 0],
  [1, 0.5, 1],
  [1, 0.4999999999, 0],
  // Yen have no smaller unit, so half a yen is rounded up as well.
  [2_500, 0.0002, 1],
  [2_499, 0.0002, 0],
  [Number.MAX_SAFE_INTEGER, 0.0123456789, 111_199_989_787_352],
  [Number.MAX_SAFE_INTEGER, 0.0000000001, 900_720],
  [Number.MAX_SAFE_INTEGER, 0.5, 4_503_599_627_370_496],
  [5_000_000_000, 1e-10, 1],
  [4_999_999_999, 1e-10, 0],
])('the fee of %d minor units at %d is %d of them, half of one rounded up', (amount, rate, fee) =>
  expect(feeOf(amount, rate)).toBe(fee),
);

test.each([
  [0, true],
  [1, true],
  [0.0123456789, true],
  [1e-10, true],
  [0.01234567891, false],
  [1e-11, false],
  [0.1 + 0.2, false],
])('whether the rate %d has at most ten decimal places: %s', (rate, few) =>
  expect(hasFewPlaces(rate)).toBe(few),
);

test.each([
  [Number.MAX_SAFE_INTEGER, 0, true],
  [Number.MAX_SAFE_INTEGER, 1, false],
  [Number.MAX_SAFE_INTEGER, 2, false],
  [4_503_599_627_370_496, 4_503_599_627_370_495, true],
  [4_503_599_627_370_496, 4_503_599_627_370_496, false],
])('whether %d and a fee of %d have an exact sum: %s', (amount, fee, exact) =>
  expect(isExactSum(amount, fee)).toBe(exact),
);

test.each([
  [30, 0, 30, 0],
  [30, 30, 30, 30],
  [31, 1, 2, 16],
  [1, 15, 30, 1],
  [1, 14, 30, 0],
  [745, 17, 30, 422],
  [Number.MAX_SAFE_INTEGER, 90, 90, Number.MAX_SAFE_INTEGER],
  [Number.MAX_SAFE_INTEGER, 1, 2, 4_503_599_627_370_496],
  [Number.MAX_SAFE_INTEGER, 89, 90, 8_907_119_263_021_647],
])('of a fee of %d, %d of %d days have earned %d', (fee, days, period, earned) =>
  expect(feeEarnedBy(fee, days, period)).toBe(earned),
);

test.each([
  [1_000_000, 2_000, 30, 0.0243333333],
  [1_000_000, 2_000, 1, 0.73],
  [1_000_000, 0, 30, 0],
  [1, 1, 1, 365],
  [365, 1, 90, 0.0111111111],
  [Number.MAX_SAFE_INTEGER, 1, 1, 0],
  [600_000, 1, 365, 0.0000016667],
])('on %d, a fee of %d for %d days is an annual rate of %d', (amount, fee, periodDays, rate) =>
  expect(annualRateOf({ amount, fee, periodDays })).toBe(rate),
);

test.each([
  [0.6, 365_000, 600, 1, false],
  [0.6, 365_000, 601, 1, true],
  // 0.02433333..., which is shown as the ceiling.
  [0.0243333333, 1_000_000, 2_000, 30, true],
  [0.0243333334, 1_000_000, 2_000, 30, false],
  [0, 1_000_000, 0, 30, false],
  [0, Number.MAX_SAFE_INTEGER, 1, 90, true],
])(
  'whether above a ceiling of %d, on %d, is a fee of %d for %d days: %s',
  (ceiling, amount, fee, periodDays, above) =>
    expect(isAnnualRateAbove(ceiling, { amount, fee, periodDays })).toBe(above),
);

describe('a rate is far from the pricing', () => {
  test.each([
    [0.002, 0.15],
    [0.002, 0.0100001],
    [0.002, 0.0003999],
    [0.0003, 0.00150001],
    [0, 0.0001],
    [0.002, 0],
    [1e-7, 1e-6],
  ])('of %d if it is %d', (pricing, rate) => expect(isFarFrom(pricing, rate)).toBe(true));

  test.each([
    [0.002, 0.002],
    [0.002, 0.01],
    [0.002, 0.0004],
    [0.0003, 0.0015],
    [0, 0],
    [1, 0.2],
  ])('but not of %d if it is %d', (pricing, rate) => expect(isFarFrom(pricing, rate)).toBe(false));
});
