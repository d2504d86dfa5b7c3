import { afterEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../../src/engine/log/log.ts';
import { startHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { openTestGateway } from '../../support/gateway.ts';

const MINUTE_MS = 60_000;

afterEach(() => void vi.useRealTimers());

test('chores of each minute do not wait for checkpoints that take longer', async () => {
  const fixture = await openTestGateway();
  const slow = Promise.withResolvers<null>();
  const begun = { checkpoints: 0, flushes: 0 };
  const { anchors, keyUses } = fixture.gateway;
  const last = () => {
    begun.checkpoints += 1;
    return slow.promise;
  };
  const flush = async () => void (begun.flushes += 1);
  const gateway = {
    ...fixture.gateway,
    anchors: { ...anchors, last },
    keyUses: { ...keyUses, flush },
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearTimeout'] });
  const housekeeping = startHousekeeping(gateway, createLogger('silent', { write: () => {} }));
  await expect.poll(() => begun.checkpoints).toBe(1);
  // A minute may pass before the round that runs is over; then the next one begins another minute later.
  await expect
    .poll(() => {
      vi.advanceTimersByTime(MINUTE_MS);
      return begun.flushes;
    })
    .toBeGreaterThan(2);
  expect(begun.checkpoints).toBe(1);
  slow.resolve(null);
  await housekeeping.stop();
  await fixture.close();
});
