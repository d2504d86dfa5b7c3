import { createServer, type IncomingMessage, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { Client } from '../client.ts';
import { demand, JourneyError, type Print, type Step } from '../step.ts';

const HOST = '127.0.0.1';
const NOT_ALLOWED = `The webhooks are left out: start the gateway with WEBHOOK_ALLOW=${HOST} to see them arrive here.`;
/** For the last event of the journey to arrive. */
const ARRIVAL_MS = 10_000;
const POLL_MS = 50;

const Endpoint = z.looseObject({ webhook_endpoint_id: z.string(), secret: z.string() });
const Event = z.looseObject({ event_id: z.string(), type: z.string(), subject: z.string() });
const Deliveries = z.looseObject({
  items: z.array(z.looseObject({ status: z.string() })),
  count: z.number(),
});

export interface Subscription {
  /** Waits until what happened has arrived, and ends the subscription. */
  end(step: Step): Promise<void>;
}

/**
 * Subscribes a receiver on this machine and prints each webhook as it arrives, verified by the public library. Null where
 * the gateway refuses to send to this machine, which it does unless it is told otherwise.
 */
export async function subscribe(client: Client, print: Print): Promise<Subscription | null> {
  const seen = new Set<string>();
  const bad: string[] = [];
  let secret: string | null = null;
  const { server, port } = await listen(async (request) => {
    const body = await textOf(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    try {
      new Webhook(secret ?? '').verify(body, headers);
    } catch {
      bad.push(body);
      return;
    }
    const { event_id, type, subject } = Event.parse(JSON.parse(body));
    if (!seen.has(event_id)) print(`      webhook ${type} ${subject}`);
    seen.add(event_id);
  });
  const url = `http://${HOST}:${port}/hooks`;
  const json = {
    url,
    event_types: ['kyc.status_changed', 'funding.approved', 'funding.accepted', 'funding.rejected'],
  };
  const answer = await client.rest('POST', '/v1/webhook-endpoints', { json });
  if (answer.status !== 200) {
    server.close();
    if (answer.status !== 400 && answer.status !== 401)
      throw new JourneyError(`The webhook endpoint was refused with ${answer.status}.`);
    print(NOT_ALLOWED);
    return null;
  }
  const endpoint = Endpoint.parse(JSON.parse(answer.text));
  ({ secret } = endpoint);
  const path = `/v1/webhook-endpoints/${endpoint.webhook_endpoint_id}`;

  return {
    async end(step) {
      try {
        await step(
          'every webhook arrived and was genuine',
          async () => {
            await untilDelivered(client, path);
            demand(bad.length === 0, `${bad.length} webhooks were not genuine.`);
            demand(seen.size > 0, 'no webhook arrived.');
          },
          () => `${seen.size} events`,
        );
      } finally {
        await client.rest('DELETE', path);
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function untilDelivered(client: Client, path: string): Promise<void> {
  const until = performance.now() + ARRIVAL_MS;
  for (;;) {
    const pending = await client.rest('GET', `${path}/deliveries?status=pending&limit=1`);
    const succeeded = await client.rest('GET', `${path}/deliveries?status=succeeded&limit=1`);
    const [waiting, done] = [pending, succeeded].map(({ text }) => Deliveries.parse(JSON.parse(text)).count);
    if (waiting === 0 && (done ?? 0) > 0) return;
    demand(performance.now() < until, `${waiting} webhooks did not arrive.`);
    await setTimeout(POLL_MS);
  }
}

async function listen(
  take: (request: IncomingMessage) => Promise<void>,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(async (request, response) => {
    try {
      await take(request);
      response.writeHead(204).end();
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, HOST, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return { server, port: address.port };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
