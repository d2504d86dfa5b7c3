import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainDecimal, plainJson } from '../../src/kernel/plain-decimal.ts';

test.each([
  [0.0015, '0.0015'],
  [1e-7, '0.0000001'],
  [1.25e-9, '0.00000000125'],
  [-1.5e-8, '-0.000000015'],
  [5e21, '5000000000000000000000'],
  [1.2345e22, '12345000000000000000000'],
  [0, '0'],
  [12, '12'],
])('%j is %s', (value, text) => {
  expect(plainDecimal(value)).toBe(text);
});

test('every number is read again unchanged, and has no exponent', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = plainDecimal(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    }),
  );
});

test('JSON has plain numbers too, and is read again unchanged', () => {
  const value = { rate: 1e-7, list: [null, true, 'a "1e-7"', {}], amount: 9_007_199_254_740_991 };
  expect(plainJson(value)).toBe(
    '{"rate":0.0000001,"list":[null,true,"a \\"1e-7\\"",{}],"amount":9007199254740991}',
  );
});
