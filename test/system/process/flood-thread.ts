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
const headers = { authorization: `Bearer ${key}` };
const statuses: Record<number, number> = {};

/** Sends on each connection the next request as soon as the last one is answered, until the first message. */
const over = new AbortController();
parentPort?.once('message', () => over.abort());
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (!over.signal.aborted) {
      const [response] = await once(request(`${url}/v1/customers/any`, { agent, headers }).end(), 'response');
      response.resume();
      await once(response, 'end');
      statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
    }
  }),
);
agent.destroy();
parentPort?.postMessage(statuses);
