import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { GraphiQLOptions } from 'graphql-yoga';
import type { TabSource } from './graphiql-tabs.ts';
import type { GraphiqlParts } from './graphiql-thread.ts';

/**
 * The content security policy of the page, which handles an API key or a session, but for its script: it may only call
 * the gateway. The editor needs inline styles, data URLs, and workers made from its own script.
 */
export const EDITOR_POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the script of the page is called with to render it: an element and options. */
export const RENDER = 'YogaGraphiQL.renderYogaGraphiQL(';

/** How long the thread may take: a hundred times what it takes on a quiet machine. */
const THREAD_MS = 10_000;

const THREAD = new URL('./graphiql-thread.ts', import.meta.url);

/**
 * The page of the library, which renders itself at once, in parts: those before, in and after its script, and its tabs. A
 * thread makes them at the first request of a browser, because other clients do not need them.
 */
export async function graphiqlParts(options: GraphiQLOptions, tabs: TabSource): Promise<GraphiqlParts> {
  const thread = new Worker(THREAD, {
    workerData: { options, tabs, render: RENDER },
    // Not inherited: the options of the process load the bundle, and NODE_OPTIONS may preload what must run only once.
    execArgv: [],
    env: {},
    name: 'graphiql',
  });
  try {
    const [parts] = await once(thread, 'message', { signal: AbortSignal.timeout(THREAD_MS) });
    return parts;
  } finally {
    await thread.terminate();
  }
}

/** A value inside of a script of a page. */
export const asScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
