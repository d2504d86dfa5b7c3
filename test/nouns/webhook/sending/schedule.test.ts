import { describe, expect, test } from 'vitest';
import { retryAfter } from '../../../../src/nouns/webhook/delivery/delivery.rules.ts';
import { pauseAfter } from '../../../../src/nouns/webhook/endpoint/endpoint-health.rules.ts';

const HOUR = 3_600;

test('an event is tried ten times within 75 hours and 35 minutes', () => {
  const waits = Array.from({ length: 10 }, (_, failed) => retryAfter(failed + 1, null, 0));
  expect(waits).toEqual([
    5,
    300,
    1_800,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
    null,
  ]);
});

test('up to a tenth is added at random', () => {
  expect([retryAfter(3, null, 0.5), retryAfter(3, null, 0.999_999)]).toEqual([1_890, 1_980]);
});

test('a receiver may make the wait longer, up to a day, and never shorter', () => {
  expect([60, 1, 90_000, 10 * 86_400].map((asked) => retryAfter(1, asked, 0))).toEqual([
    60, 5, 86_400, 86_400,
  ]);
});

describe('five failures in a row pause an endpoint, from half a minute to an hour', () => {
  test.each([
    [4, null],
    [5, 30],
    [6, 60],
    [7, 120],
    [11, 1_920],
    [12, 3_600],
    [1_000, 3_600],
  ])('%i failures: %j seconds', (failures, seconds) => {
    expect(pauseAfter(failures)).toBe(seconds);
  });
});
