import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a receiver answers: a status, or what else it does with the request. */
type Answering = number | ((response: ServerResponse, received: Received) => void);

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** A receiver on a port of this machine, which keeps its requests and answers 200 by default. */
export async function openReceiver(tls: { readonly key: string; readonly cert: string } | null = null) {
  const received: Received[] = [];
  const next: Answering[] = [];
  let always: Answering = 200;
  const listener: RequestListener = async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const got = { headers: request.headers, body: Buffer.concat(chunks).toString() };
    received.push(got);
    const answering = next.shift() ?? always;
    if (typeof answering === 'number') response.writeHead(answering).end('thanks');
    else answering(response, got);
  };
  const server = tls === null ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  const { port } = address;
  return {
    received,
    port,
    url: `${tls === null ? 'http' : 'https'}://127.0.0.1:${port}/hooks`,
    /** The answers to the next requests, one each. */
    answer: (...answers: readonly Answering[]) => void next.push(...answers),
    answerAlways: (answering: Answering) => (always = answering),
    /** The ids of the events that came, in their order. */
    ids: () => received.map(({ headers }) => String(headers['webhook-id'])),
    bodies: () => received.map(({ body }) => JSON.parse(body)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Throws unless the public library accepts the request with this secret, at the moment when it was made. */
export function verify({ headers, body }: Received, secret: string): void {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000 * Number(headers['webhook-timestamp']));
  try {
    new Webhook(secret).verify(body, texts);
  } finally {
    now.mockRestore();
  }
}
