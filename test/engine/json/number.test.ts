import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberIn } from '../../../src/engine/json/number.ts';

test.each([
  '0.99999999999999999999',
  '1.00000000000000000001',
  '9007199254740991.4',
  '-9007199254740990.5',
  '123456789012345678.9e-1',
])('%s is no integer, though a double has room for one only', (text) => {
  expect(numberIn(text)).toBeNaN();
});

test.each([
  ['1.0', 1],
  ['-0', -0],
  ['0.0e-9', 0],
  ['1e-400', 0],
  ['1.50e1', 15],
  ['100e-2', 1],
  ['0.001E+3', 1],
  ['9007199254740991.000', 9_007_199_254_740_991],
  ['1e22', 1e22],
  ['0.10000000000000000555', 0.1],
])('%s is %s', (text, value) => {
  expect(numberIn(text)).toBe(value);
});

test('every number is read as JSON reads it, unless a fraction is lost', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(numberIn(JSON.stringify(value))).toBe(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([
  ['behind the point', `1.${'0'.repeat(3_000_000)}`],
  ['on both sides of it', `1${'0'.repeat(1_500_000)}.${'0'.repeat(1_500_000)}e-1500000`],
])('a number with three million zeros %s is read', (_where, text) => {
  expect([numberIn(text), numberIn(text.replace('.', '.1'))]).toEqual([
    1,
    text.includes('e') ? Number.NaN : 1.1,
  ]);
});
