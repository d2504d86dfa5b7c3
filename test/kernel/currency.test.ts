import { expect, test } from 'vitest';
import { decimalAmount, minorAmount } from '../../src/kernel/currency.ts';

test.each([
  ['745.00', 'HKD', 74_500],
  ['745', 'HKD', 74_500],
  ['745.5', 'HKD', 74_550],
  ['0.01', 'MYR', 1],
  ['0', 'HKD', 0],
  ['1000', 'JPY', 1_000],
  ['90071992547409.91', 'HKD', 9_007_199_254_740_991],
])('%s %s are %d in the minor unit', (decimal, currency, minor) => {
  expect(minorAmount(decimal, currency)).toBe(minor);
});

test.each([
  ['745,00', 'HKD'],
  ['1,000.00', 'HKD'],
  ['745.001', 'HKD'],
  ['745.', 'HKD'],
  ['.5', 'HKD'],
  ['-1.00', 'HKD'],
  ['+1.00', 'HKD'],
  ['1E3', 'HKD'],
  ['0x1A', 'HKD'],
  ['', 'HKD'],
  ['1000.0', 'JPY'],
  ['90071992547409.92', 'HKD'],
  ['99999999999999999999', 'JPY'],
])('%j is no amount in %s', (decimal, currency) => {
  expect(minorAmount(decimal, currency)).toBeNull();
});

test.each([
  [74_500, 'HKD', '745.00'],
  [1, 'MYR', '0.01'],
  [1_000, 'JPY', '1000'],
  [9_007_199_254_740_991, 'HKD', '90071992547409.91'],
])('%d in the minor unit of %s is %s, and back', (minor, currency, decimal) => {
  expect([decimalAmount(minor, currency), minorAmount(decimal, currency)]).toEqual([decimal, minor]);
});
