import { expect, test, vi } from 'vitest';
import { KeptSpan } from '../../src/tracing/kept-span.ts';
import { SpanSender } from '../../src/tracing/span-sender.ts';
import { openCollector } from './collector.ts';

/** So many are passed to the thread at once. */
const GATHERED_MAX = 256;
/** Longer than spans wait for others. */
const GATHERED_MS = 2_000;

test('a span that waits while the thread still starts is sent afterwards, without a further one', async () => {
  const collector = await openCollector();
  const sender = new SpanSender({ endpoint: collector.url, headers: {}, serviceName: 'test' });
  const add = (name: string) =>
    sender.add(new KeptSpan({ name, kind: 'SERVER', parent: null, attributes: {} }));
  try {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (let added = 0; added < GATHERED_MAX; added += 1) add('first');
    add('late');
    // No message of the thread can come meanwhile, as nothing is awaited.
    vi.advanceTimersByTime(GATHERED_MS);
    vi.useRealTimers();
    await expect.poll(() => collector.spans.at(-1)?.name, { timeout: 20_000 }).toBe('late');
    expect(collector.spans).toHaveLength(GATHERED_MAX + 1);
  } finally {
    vi.useRealTimers();
    await sender.stop();
    await collector.close();
  }
});
