import { Agent, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks `/healthz` over a connection of its own, in a thread of its own, so that the attacker's work does not delay it. */

const PAUSE_MS = 5;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const url = new URL('/healthz', workerData);
let waits: number[] = [];

async function ask(): Promise<void> {
  const askedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().on('end', resolve).on('error', reject)).on(
      'error',
      reject,
    );
  });
  waits.push(performance.now() - askedAt);
}

parentPort?.on('message', () => {
  parentPort?.postMessage(waits);
  waits = [];
});

for (;;) {
  // A gateway that is gone has made the bystander wait for ever.
  await ask().catch(() => waits.push(Infinity));
  await setTimeout(PAUSE_MS);
}
