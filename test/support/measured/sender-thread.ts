import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Sending } from './sender.ts';

const TICK_MS = 10;

const { url, line, perSecond, atOnce, wrongKeys, from }: Sending = workerData;
const [method, path] = line.split(' ');
const agent = new Agent({ keepAlive: true, maxSockets: Math.max(64, atOnce) });
const statuses: Record<number, number> = {};

/** An address of its own for each turn. */
const addressOf = (turn: number) => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;

async function send(turn: number): Promise<void> {
  const headers = {
    'x-forwarded-for': from ?? addressOf(turn),
    ...(wrongKeys && { authorization: `Bearer fgk_${turn}` }),
  };
  const sent = request(`${url}${path}`, { method, agent, headers }).end();
  const [response] = await once(sent, 'response');
  response.resume();
  statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
}

/** Sends at its rate, late ones at once, until the first message; then reports how often each status came. */
const over = new AbortController();
parentPort?.once('message', () => over.abort());
parentPort?.postMessage('begins');
const sent = Array.from({ length: atOnce }, (_, turn) => send(turn));
const began = performance.now();
while (!over.signal.aborted) {
  const owed = atOnce + ((performance.now() - began) / 1_000) * perSecond;
  while (sent.length < owed) sent.push(send(sent.length));
  await setTimeout(TICK_MS);
}
await Promise.all(sent);
agent.destroy();
parentPort?.postMessage(statuses);
