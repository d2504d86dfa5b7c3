import { expect, test } from 'vitest';
import { largeAmount } from '../../../src/pages/console/app/screens/case/large-amount.ts';

interface Before {
  readonly outstanding?: string;
  readonly committed?: string;
  readonly largestFunded?: number | null;
}

/** A request of HKD, with the limit of its partner and what the customer has in HKD. */
const said = (amount: number, limit: number | null, before: Before = {}, status = 'SUBMITTED' as const) =>
  largeAmount({
    status,
    amount,
    currency: 'HKD',
    interestRate: 0,
    partner: { autoLimit: limit === null ? [] : [{ currency: 'HKD', amount: limit }] },
    customer: {
      exposure: [
        { outstanding: '0', committed: '0', largestFunded: null, ...before },
        // Of another currency, it counts for nothing.
        { currency: 'JPY', outstanding: '900000', committed: '900000', largestFunded: 1 },
      ].map((each) => ({
        currency: 'HKD',
        outstandingCount: 0,
        committedCount: 0,
        claims: '0',
        claimsCount: 0,
        ...each,
      })),
    },
  });

test('an amount up to the limit of the partner, and of a customer that was sent nothing before, is not large', () => {
  expect(said(5_000_000, 5_000_000)).toBeNull();
  expect(said(5_000_000, null)).toBeNull();
});

test('an amount above the limit is large, and so is one that is above it with what the customer has', () => {
  expect(said(5_000_001, 5_000_000)).toBe(
    'Large amount: HKD 50,000.01 is above the partner’s automatic limit for one customer, HKD 50,000.00.',
  );
  expect(said(3_000_000, 5_000_000, { outstanding: '1500000', committed: '500001' })).toBe(
    'Large amount: HKD 30,000.00, with HKD 20,000.01 that the customer has been sent or offered, is above the partner’s automatic limit for one customer, HKD 50,000.00.',
  );
  expect(said(3_000_000, 5_000_000, { outstanding: '1500000', committed: '500000' })).toBeNull();
});

test('an offer does not count twice', () => {
  const offered = { committed: '3000000' };
  expect(
    largeAmount({
      status: 'ACCEPTED',
      amount: 3_000_000,
      currency: 'HKD',
      interestRate: 0,
      partner: { autoLimit: [{ currency: 'HKD', amount: 3_000_000 }] },
      customer: {
        exposure: [
          {
            currency: 'HKD',
            outstanding: '0',
            outstandingCount: 0,
            committedCount: 1,
            claims: '0',
            claimsCount: 0,
            largestFunded: null,
            ...offered,
          },
        ],
      },
    }),
  ).toBeNull();
});

test('an amount of twice the largest that was sent before is large, and says how many times it is', () => {
  expect(said(3_999_999, null, { largestFunded: 2_000_000 })).toBeNull();
  expect(said(4_000_000, null, { largestFunded: 2_000_000 })).toBe(
    'Large amount: HKD 40,000.00 is 2 times the largest that this customer was sent before, HKD 20,000.00.',
  );
  expect(said(Number.MAX_SAFE_INTEGER, null, { largestFunded: 7 })).toContain(
    ' is 1,286,742,750,677,284.4 times ',
  );
});

test('outstanding amounts are added exactly, beyond the integers that a number holds', () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect(said(1, most, { outstanding: String(most) })).toContain('HKD 90,071,992,547,409.91 that the');
  expect(said(1, most, { outstanding: String(most - 1) })).toBeNull();
});

test.each(['FUNDED', 'REPAID', 'DENIED', 'REJECTED'] as const)(
  'nothing is said of a settlement that is %s: there is nothing to decide',
  (status) => {
    const exposure = [
      {
        currency: 'HKD',
        outstanding: '9',
        outstandingCount: 1,
        committed: '0',
        committedCount: 0,
        claims: '0',
        claimsCount: 0,
        largestFunded: 1,
      },
    ];
    const partner = { autoLimit: [{ currency: 'HKD', amount: 1 }] };
    expect(
      largeAmount({ status, amount: 9, currency: 'HKD', interestRate: 0, partner, customer: { exposure } }),
    ).toBeNull();
  },
);
