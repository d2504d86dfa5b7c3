import { afterEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../../src/http/log/log.ts';
import type { FedEvent } from '../../../src/journal/feed.ts';
import { startWebhooks } from '../../../src/run/upkeep/webhooks.ts';
import { openTestGateway } from '../../support/gateway.ts';

afterEach(() => void vi.useRealTimers());

test('while the database does not answer, the webhooks log two failures a second, also where events come', async () => {
  const { gateway, config, partner, relay, close } = await openTestGateway();
  let events: readonly FedEvent[] = [];
  gateway.feed.listen((fed) => void (events = fed));
  await partner();
  await relay();
  const failures: string[] = [];
  const log = createLogger('error', { write: (line) => void failures.push(line) });
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
});
