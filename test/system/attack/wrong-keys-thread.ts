import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What a thread that sends wrong keys is given. */
export interface Guessing {
  readonly url: string;
  readonly perSecond: number;
  /** All keys come from here, or each from the next address. */
  readonly from: string | null;
}

const CONNECTIONS = 64;
const TICK_MS = 10;

const { url, perSecond, from }: Guessing = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const statuses: Record<number, number> = {};

/** An address of its own for each turn. */
const addressOf = (turn: number) => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;

async function guess(turn: number): Promise<void> {
  const headers = { authorization: `Bearer fgk_${turn}`, 'x-forwarded-for': from ?? addressOf(turn) };
  // A change: a machine that is busy with other work makes the gateway refuse reads for a moment.
  const sent = request(`${url}/v1/customers`, { method: 'POST', agent, headers }).end();
  const [response] = await once(sent, 'response');
  response.resume();
  statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
}

/** Sends at its rate, late ones at once, until the first message; then reports how often each status came. */
const over = new AbortController();
parentPort?.once('message', () => over.abort());
const began = performance.now();
const sent: Promise<void>[] = [];
while (!over.signal.aborted) {
  const owed = ((performance.now() - began) / 1_000) * perSecond;
  while (sent.length < owed) sent.push(guess(sent.length));
  await setTimeout(TICK_MS);
}
await Promise.all(sent);
agent.destroy();
parentPort?.postMessage(statuses);
