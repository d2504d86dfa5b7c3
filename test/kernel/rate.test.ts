import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalOfPercent,
  feeOf,
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
])('the fee of %d minor units at %d is %d of them, half of one rounded up', (amount, rate, fee) =>
  expect(feeOf(amount, rate)).toBe(fee),
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
