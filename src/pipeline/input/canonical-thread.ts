import { parentPort } from 'node:worker_threads';
import { canonicalText } from '../../engine/json/canonical.ts';

/* A thread that rewrites long free JSON, so that no request waits for it on the event loop. */
parentPort?.on('message', (text: string | null) => {
  if (text === null) parentPort?.close();
  else parentPort?.postMessage(canonicalText(text));
});
