import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** What a thread that floods is given. */
export interface Flooding {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
}

const { url, key, connections }: Flooding = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
// A decision: a machine that is busy with other work makes the gateway refuse reads for a moment.
const path = `${url}/v1/instant-settlements/any/decision`;
const body = JSON.stringify({ type: 'accept' });
const headers = {
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  'content-length': body.length,
};
const statuses: Record<number, number> = {};

/**
 * Sends on each connection the next request as soon as the last one is answered, until the first message. A message tells
 * when the first one is refused: until then its partner has what may be saved up for a burst.
 */
const over = new AbortController();
parentPort?.once('message', () => over.abort());
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (!over.signal.aborted) {
      const sent = request(path, { method: 'PUT', agent, headers }).end(body);
      const [response] = await once(sent, 'response');
      response.resume();
      await once(response, 'end');
      if (response.statusCode === 429 && statuses[429] === undefined) parentPort?.postMessage('refused');
      statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
    }
  }),
);
agent.destroy();
parentPort?.postMessage(statuses);
