import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CHECKPOINT_EVENTS_MAX } from '../../../src/trail/checkpoint/waiting-events.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { pacedBy } from '../../../src/run/upkeep/paced.ts';
import { createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway } from '../../support/gateway.ts';

test('checkpoints pause after each full batch, and not after the last one', async () => {
  const fixture = await openTestGateway();
  await runHousekeeping(fixture.gateway);
  // Each customer has two events.
  await createCustomers(await fixture.partner(), CHECKPOINT_EVENTS_MAX / 2 + 1);
  const pauses: number[] = [];
  const batches: number[] = [];
  await runHousekeeping(fixture.gateway, {
    onCheckpoint: ({ checkpoint }) => batches.push(checkpoint?.events ?? 0),
    pause: (tookMs) => Promise.resolve(void pauses.push(tookMs)),
  });
  expect(batches[0]).toBe(CHECKPOINT_EVENTS_MAX);
  expect(batches.slice(1).every((events) => events < CHECKPOINT_EVENTS_MAX)).toBe(true);
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toBeGreaterThan(0);
  await fixture.close();
});

test('a pause is longer than the work before it, has an end, and is shorter when the work has lasted long', async () => {
  const waited: number[] = [];
  const wait = async (ms: number) => void waited.push(ms);
  const { signal } = new AbortController();
  for (const laterMs of [60_000, -1]) {
    const pause = pacedBy(signal, { laterMs, wait });
    for (const tookMs of [20, 200, 60_000]) await pause(tookMs);
  }
  expect(waited).toEqual([380, 2_000, 2_000, 60, 600, 2_000]);
});

test('a pause ends when the process stops, and no pause begins after that', async () => {
  const stopping = new AbortController();
  let waits = 0;
  const pause = pacedBy(stopping.signal, {
    wait: (_ms, options) => {
      waits += 1;
      return setTimeout(60 * 60_000, undefined, options);
    },
  });
  const long = pause(60_000);
  stopping.abort();
  await long;
  await pause(60_000);
  expect(waits).toBe(1);
});
