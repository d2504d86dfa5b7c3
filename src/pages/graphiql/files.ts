import { once as onceEmitted } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { refusal } from '../../kernel/errors.ts';
import { once } from '../../engine/async/once.ts';
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
  const thread = new Worker(THREAD, {
    // Not inherited: the options of the process load the bundle, and NODE_OPTIONS may preload what must run only once.
    execArgv: [],
    env: {},
    name: 'graphiql',
  });
  try {
    const [made] = await onceEmitted(thread, 'message', { signal: AbortSignal.timeout(THREAD_MS) });
    return made;
  } finally {
    await thread.terminate();
  }
}
