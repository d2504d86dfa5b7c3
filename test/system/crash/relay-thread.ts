import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '../../../src/run/config/config.ts';
import { relayBatch } from '../../../src/trail/positions/relay.ts';
import { createFeedHooks } from '../../../src/trail/positions/feed-hooks.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';

/** Relays without a pause until it is terminated, which may be in the middle of its transaction. */

const PAUSE_MS = 5;
/** Time between the positions and their commit, in which a termination hurts most. */
const HOLD_MS = 10;

const gateway = await openGateway(readConfig(workerData));
const feed = createFeedHooks([() => setTimeout(Math.random() * HOLD_MS)]);
parentPort?.postMessage('ready');
for (;;) {
  // Another process may hold the file of SQLite, or the server may miss this one: the next round tries again.
  await relayBatch({ ...gateway, feed }).catch(() => {});
  await setTimeout(PAUSE_MS);
}
