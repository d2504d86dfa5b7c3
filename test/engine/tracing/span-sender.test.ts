import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { KeptSpan } from '../../../src/engine/tracing/kept-span.ts';
import { SpanSender } from '../../../src/engine/tracing/span-sender.ts';
import { openCollector } from './collector.ts';

/** So many are passed to the thread at once. */
const GATHERED_MAX = 256;
/** Until another thread starts in the place of one that ended, and longer than spans wait for others. */
const RESTARTED_MS = 11_000;
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

test('another thread sends the spans that come after the end of one, at first none for ten seconds', async () => {
  const collector = await openCollector();
  const threads: Worker[] = [];
  const note = (thread: Worker) => void threads.push(thread);
  process.on('worker', note);
  const sender = new SpanSender({ endpoint: collector.url, headers: {}, serviceName: 'test' });
  try {
    await expect.poll(() => threads).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const ended = threads.map((thread) => once(thread, 'exit'));
    await threads[0]?.terminate();
    await Promise.all(ended);
    sender.add(new KeptSpan({ name: 'later', kind: 'SERVER', parent: null, attributes: {} }));
    vi.advanceTimersByTime(GATHERED_MS);
    // Node tells of a new thread in a later step.
    await setImmediate();
    expect(threads).toHaveLength(1);
    vi.advanceTimersByTime(RESTARTED_MS);
    vi.useRealTimers();
    await expect.poll(() => collector.spans.map(({ name }) => name)).toEqual(['later']);
    expect(threads).toHaveLength(2);
  } finally {
    vi.useRealTimers();
    process.off('worker', note);
    await sender.stop();
    await collector.close();
  }
});
