import { parentPort, workerData } from 'node:worker_threads';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { exampleTabs } from './graphiql-tabs.js';

/*
 * A thread that takes the page of GraphiQL apart and ends. Loading its nine megabytes and looking through them takes a
 * tenth of a second; here no request waits for it, and what it took goes with the thread. It is JavaScript, so that it
 * starts from the sources and beside the bundle alike.
 */

/**
 * @typedef {object} GraphiqlParts
 * @property {Uint8Array<ArrayBuffer>} head The page before its script.
 * @property {Uint8Array<ArrayBuffer>} style What the style sheet in the head holds.
 * @property {Uint8Array<ArrayBuffer>} script The script, without the call that renders the page.
 * @property {Uint8Array<ArrayBuffer>} tail The page after that call.
 * @property {Awaited<ReturnType<typeof exampleTabs>>} defaultTabs
 */

const SCRIPT = '<script>';
const STYLE = '<style>';

/** @type {{ options: import('graphql-yoga').GraphiQLOptions, render: string }} */
const { options, render } = workerData;
const page = renderGraphiQL(options);
const at = page.indexOf(SCRIPT);
const renderAt = page.lastIndexOf(render);
const end = page.indexOf('</script>', renderAt);
const styleAt = page.indexOf(STYLE);
if (at < 0 || renderAt < at || end < 0 || styleAt < 0) throw new Error('The GraphiQL page has another form.');

const encoder = new TextEncoder();
/** @type {(from: number, to?: number) => Uint8Array<ArrayBuffer>} */
const part = (from, to) => encoder.encode(page.slice(from, to));

/** @type {GraphiqlParts} */
const parts = {
  head: part(0, at),
  style: part(styleAt + STYLE.length, page.indexOf('</style>', styleAt)),
  script: part(at + SCRIPT.length, renderAt),
  tail: part(end),
  defaultTabs: await exampleTabs(),
};
// They are passed on, not copied.
const buffers = [parts.head, parts.style, parts.script, parts.tail].map(({ buffer }) => buffer);
parentPort?.postMessage(parts, buffers);
