import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compareClock, nowMs } from '../../../src/pages/console-kit/clock.ts';

const NOW = Date.parse('2026-03-04T05:06:07Z');
const HOUR = 3_600_000;
const answerOf = (date: string) => new Response(null, { headers: { date } });
const answerAt = (ms: number) => answerOf(new Date(ms).toUTCString());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  compareClock(answerAt(NOW), NOW);
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['is right', 0, 0],
  ['is right, and the answer was on its way for half a minute', -30_000, 0],
  ['is an hour ahead', -HOUR, -HOUR],
  ['is an hour behind', HOUR, HOUR],
])('the time is the one of the gateway if the clock of the computer %s', (_, there, differs) => {
  compareClock(answerAt(NOW + there), NOW);
  expect(nowMs() - NOW).toBe(differs);
});

test('an answer that a computer took after it had slept does not set its clock back', () => {
  compareClock(answerAt(NOW - 8 * HOUR), NOW - 8 * HOUR);
  expect(nowMs()).toBe(NOW);
});

test('an answer without a date leaves what the last one showed', () => {
  compareClock(answerAt(NOW + HOUR), NOW);
  compareClock(answerOf('soon'), NOW);
  expect(nowMs()).toBe(NOW + HOUR);
});
