import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_TELEMETRY } from '../../../src/engine/tracing/telemetry.ts';
import { watchLoad } from '../../../src/run/upkeep/watch-load.ts';

const SECOND_MS = 1_000;
/** Above the limit of a wait for a connection. */
const LONG_MS = 3_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process whose requests wait so long for a connection to the database. */
function watched() {
  const now = { waitMs: 0 };
  const database = { longestWaitMs: () => now.waitMs };
  return { now, load: watchLoad({ database, telemetry: NO_TELEMETRY }) };
}

test('a process measures its load from the first request until five seconds after the last one', () => {
  const { load } = watched();
  expect(vi.getTimerCount()).toBe(0);
  expect(load.level).toBe(0);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(4 * SECOND_MS);
  expect(load.level).toBe(0);
  vi.advanceTimersByTime(4 * SECOND_MS);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(SECOND_MS);
  expect(vi.getTimerCount()).toBe(0);
  expect(load.level).toBe(0);
  expect(vi.getTimerCount()).toBe(1);
});

test('an overload that no request has asked for yet is measured until it is over', () => {
  const { load, now } = watched();
  expect(load.level).toBe(0);
  now.waitMs = LONG_MS;
  vi.advanceTimersByTime(30 * SECOND_MS);
  expect(vi.getTimerCount()).toBe(1);
  expect(load.level).toBe(3);
  now.waitMs = 0;
  vi.advanceTimersByTime(4 * SECOND_MS);
  expect(load.level).toBe(0);
});
