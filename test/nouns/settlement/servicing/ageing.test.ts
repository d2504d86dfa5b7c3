import { expect, test } from 'vitest';
import { openServicing } from './fixture.ts';

/** Days past the last day for the payment, and the bounds of the age that has them. */
const AGES = [
  [-1, 0, 0],
  [0, 0, 0],
  [1, 1, 7],
  [7, 1, 7],
  [8, 8, 30],
  [30, 8, 30],
  [31, 31, 60],
  [60, 31, 60],
  [61, 61, 90],
  [90, 61, 90],
  [91, 91, 180],
  [180, 91, 180],
  [181, 181, 365],
  [365, 181, 365],
  [366, 366, null],
] as const;
const DAY_MS = 86_400_000;

test('what is outstanding ages on the first and the last day of each age', async () => {
  const fixture = await openServicing();
  await fixture.fund();
  const found: unknown[] = [];
  for (const [days] of AGES) {
    // It is to be paid by 1 April 2026.
    fixture.onDay(new Date(Date.UTC(2026, 3, 1) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length));
    const { json } = await fixture.operator.graphql(
      '{ settlementOverview { outstanding { ages { daysMin daysMax count amount } } } }',
    );
    for (const { daysMin, daysMax, count, amount } of json.data.settlementOverview.outstanding.ages)
      if (count > 0) found.push([days, daysMin, daysMax, count, amount]);
  }
  expect(found).toEqual(AGES.map((each) => [...each, 1, '11000000']));
  await fixture.close();
});
