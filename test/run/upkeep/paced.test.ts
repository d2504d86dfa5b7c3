import { expect, test } from 'vitest';
import { CHECKPOINT_EVENTS_MAX } from '../../../src/audit/waiting-events.ts';
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

test('a pause is longer than the work before it, and ends when the process stops', async () => {
  const stopping = new AbortController();
  const pause = pacedBy(stopping.signal);
  const since = performance.now();
  await pause(20);
  expect(performance.now() - since).toBeGreaterThan(100);
  const long = pause(60_000);
  stopping.abort();
  await long;
  await pause(60_000);
  expect(performance.now() - since).toBeLessThan(2_000);
});

test('pauses become shorter when the work has lasted long, and do not end', async () => {
  const pause = pacedBy(new AbortController().signal, -1);
  const since = performance.now();
  await pause(200);
  expect(performance.now() - since).toBeGreaterThan(500);
  expect(performance.now() - since).toBeLessThan(1_700);
});
