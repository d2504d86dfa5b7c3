import { afterEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../../src/engine/log/log.ts';
import { observedLog } from '../../../src/run/open/observed-parts.ts';
import { NO_TELEMETRY } from '../../../src/engine/tracing/telemetry.ts';
import type { FedEvent } from '../../../src/trail/positions/feed.ts';
import { startWebhooks } from '../../../src/run/upkeep/webhooks.ts';
import { openTestGateway } from '../../support/gateway.ts';

afterEach(() => void vi.useRealTimers());

test('while the database does not respond, the webhooks fail twice a second, also if events come', async () => {
  const { gateway, config, partner, relay, close } = await openTestGateway();
  let events: readonly FedEvent[] = [];
  gateway.feed.listen((fed) => void (events = fed));
  await partner();
  await relay();
  const failures: unknown[] = [];
  const telemetry = {
    ...NO_TELEMETRY,
    failed: (_: unknown, chore: string | null) => void failures.push(chore),
  };
  const log = observedLog(createLogger('silent'), telemetry);
  await close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const webhooks = startWebhooks(gateway, config, log);
  for (const seconds of [1, 2, 3]) {
    for (let passed = 0; passed < 990; passed += 90) {
      await vi.advanceTimersByTimeAsync(90);
      gateway.feed.notify(events);
    }
    expect(failures).toHaveLength(2 * seconds);
    await vi.advanceTimersByTimeAsync(11);
  }
  await webhooks.stop();
  expect(failures).toEqual(failures.map(() => 'webhooks'));
});
