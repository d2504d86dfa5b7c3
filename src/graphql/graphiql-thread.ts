import { parentPort, workerData } from 'node:worker_threads';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { GraphiQLOptions } from 'graphql-yoga';
import { exampleTabs, type TabSource } from './graphiql-tabs.ts';

/*
 * A thread that takes the page of GraphiQL apart and ends. Loading its nine megabytes and looking through them takes a
 * tenth of a second; here no request waits for it, and what it took goes with the thread.
 */

type Bytes = Uint8Array<ArrayBuffer>;

export interface GraphiqlParts {
  /** The page before its script. */
  readonly head: Bytes;
  /** What the style sheet in the head holds. */
  readonly style: Bytes;
  /** The script, without the call that renders the page. */
  readonly script: Bytes;
  /** The page after that call. */
  readonly tail: Bytes;
  readonly defaultTabs: NonNullable<GraphiQLOptions['defaultTabs']>;
}

const SCRIPT = '<script>';
const STYLE = '<style>';

const { options, tabs, render }: { options: GraphiQLOptions; tabs: TabSource; render: string } = workerData;
const page = renderGraphiQL(options);
const at = page.indexOf(SCRIPT);
const renderAt = page.lastIndexOf(render);
const end = page.indexOf('</script>', renderAt);
const styleAt = page.indexOf(STYLE);
if (at < 0 || renderAt < at || end < 0 || styleAt < 0) throw new Error('The GraphiQL page has another form.');

const encoder = new TextEncoder();
const part = (from: number, to?: number): Bytes => encoder.encode(page.slice(from, to));

const parts: GraphiqlParts = {
  head: part(0, at),
  style: part(styleAt + STYLE.length, page.indexOf('</style>', styleAt)),
  script: part(at + SCRIPT.length, renderAt),
  tail: part(end),
  defaultTabs: [...(await exampleTabs(tabs))],
};
// They are passed on, not copied.
const buffers = [parts.head, parts.style, parts.script, parts.tail].map(({ buffer }) => buffer);
parentPort?.postMessage(parts, buffers);
