import { createServer, type IncomingMessage, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { ApiError, verifyWebhook, WebhookVerificationError } from 'fundgate/client';
import type { Client } from '../client.ts';
import { demand, JourneyError, type Print, type Step } from '../step.ts';

const HOST = '127.0.0.1';
const NOT_ALLOWED = `The webhooks are left out: start the gateway with WEBHOOK_ALLOW=${HOST} to see them arrive here.`;
/** For the last event of the journey to arrive. */
const ARRIVAL_MS = 60_000;
const POLL_MS = 50;
const TYPES = ['kyc.status_changed', 'funding.approved', 'funding.accepted', 'funding.rejected'] as const;

interface Subscription {
  /** Waits until all webhooks have arrived, and ends the subscription. */
  end(step: Step): Promise<void>;
}

/**
 * Subscribes a receiver on this machine and prints each webhook as it arrives, verified. Null if the gateway refuses
 * to send to this machine, which it does unless it is told otherwise.
 */
export async function subscribe(client: Client, print: Print): Promise<Subscription | null> {
  const seen = new Set<string>();
  const bad: string[] = [];
  let secret = '';
  const { server, port } = await listen(async (request) => {
    const body = await textOf(request);
    try {
      const { event_id, type, subject } = await verifyWebhook(body, request.headers, secret);
      if (!seen.has(event_id)) print(`      webhook ${type} ${subject}`);
      seen.add(event_id);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      bad.push(body);
    }
  });
  const url = `http://${HOST}:${port}/hooks`;
  const { webhookEndpoints } = client.fundgate;
  const endpoint = await webhookEndpoints.create({ url, event_types: TYPES }).catch((error: unknown) => {
    server.close();
    if (error instanceof ApiError && (error.status === 400 || error.status === 401)) return null;
    throw new JourneyError('The webhook endpoint was refused.', { cause: error });
  });
  if (endpoint === null) {
    print(NOT_ALLOWED);
    return null;
  }
  secret = endpoint.secret ?? '';
  const id = endpoint.webhook_endpoint_id;

  return {
    async end(step) {
      try {
        await step(
          'every webhook arrived and was genuine',
          async () => {
            await untilDelivered(client, id);
            demand(bad.length === 0, `${bad.length} webhooks were not genuine.`);
            demand(seen.size > 0, 'no webhook arrived.');
          },
          () => `${seen.size} events`,
        );
      } finally {
        await webhookEndpoints.delete(id);
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function untilDelivered({ fundgate }: Client, endpointId: string): Promise<void> {
  const until = performance.now() + ARRIVAL_MS;
  const countOf = async (status: 'pending' | 'succeeded') =>
    (await fundgate.webhookEndpoints.listDeliveries(endpointId, { status, limit: 1 }).page()).count;
  for (;;) {
    const [waiting, done] = [await countOf('pending'), await countOf('succeeded')];
    if (waiting === 0 && done > 0) return;
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
