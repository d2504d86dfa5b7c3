import { setTimeout as wait } from 'node:timers/promises';
import { withDeadline } from '../../engine/async/deadline.ts';
import { refusal } from '../../kernel/errors.ts';
import { once } from '../../engine/async/once.ts';
import { TaskThread } from '../../engine/worker/task-thread.ts';
import { readKept } from './kept-files.ts';
import type { MadeGraphiql } from './made-file.ts';

/** How long a request waits for files that are being made: as long as a person waits for a page. */
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;
/** How long the thread may take: a hundred times what it takes on a quiet machine. */
const THREAD_MS = 100_000;

const THREAD = new URL('./thread.ts', import.meta.url);

/**
 * The files of GraphiQL. They are made by `npm ci`; if they are not there, a thread makes them at the first request of a
 * browser. Throws `service_unavailable` while that takes long.
 */
export async function madeGraphiql(): Promise<MadeGraphiql> {
  const timer = new AbortController();
  const late = wait(WAIT_MS, null, { signal: timer.signal, ref: false }).catch(() => null);
  const made = await Promise.race([files(), late]);
  timer.abort();
  if (made !== null) return made;
  throw refusal('service_unavailable', 'GraphiQL is being made; load the page again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    isLimit: true,
  });
}

/** Kept for all gateways of the process. After a failure the next request tries again. */
const files = once(async () => (await readKept()) ?? (await madeByThread()));

async function madeByThread(): Promise<MadeGraphiql> {
  const thread = new TaskThread<void, MadeGraphiql>(THREAD, { name: 'graphiql', memory: {} });
  const late = () => new Error('GraphiQL takes too long to make.');
  return withDeadline(thread.run(), THREAD_MS, late).finally(() => thread.stop());
}
