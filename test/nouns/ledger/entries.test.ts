import { describe, expect, test } from 'vitest';
import { type Leg, legsOf, requireBalanced } from '../../../src/nouns/ledger/entries.ts';

const check = (...legs: readonly Leg[]) => requireBalanced({ kind: 'refund', legs });

describe('an entry', () => {
  test('is posted if its debits and its credits are equal', () => {
    expect(() => check(['excess_payable', 700], ['cash', -700])).not.toThrow();
  });

  test.each<readonly [what: string, legs: readonly Leg[]]>([
    [
      'whose credits are less than its debits',
      [
        ['excess_payable', 700],
        ['cash', -699],
      ],
    ],
    ['without credits', [['excess_payable', 1]]],
    ['without legs', []],
  ])('%s is refused', (_what, legs) => {
    expect(() => check(...legs)).toThrow('are not balanced');
  });

  test.each<readonly [what: string, legs: readonly Leg[]]>([
    [
      'on an account of other kinds',
      [
        ['fee_waived', 5],
        ['cash', -5],
      ],
    ],
    [
      'on the wrong side',
      [
        ['cash', 5],
        ['excess_payable', -5],
      ],
    ],
  ])('%s is refused', (_what, legs) => {
    expect(() => check(...legs)).toThrow('has an amount on');
  });

  test('has no legs of zero', () => {
    const legs = legsOf({ cash: 3, partner_clearing: 0 }, { recovery: 3, excess_payable: 0 });
    expect(legs).toEqual([
      ['cash', 3],
      ['recovery', -3],
    ]);
  });
});
