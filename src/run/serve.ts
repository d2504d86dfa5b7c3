import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServerAdapter } from '@whatwg-node/server';
import type { App } from '../app.ts';
import { startStep } from './start-step.ts';
import { replyError } from '../edge/reply.ts';
import { refusal } from '../kernel/errors.ts';

/** A request is to be whole within this; 100 MB take that long at 3 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than any balancer keeps an idle connection (Google's: 600 s), so that it is they who close and no request is lost. */
const KEEP_ALIVE_TIMEOUT_MS = 620_000;
/** How long what runs may take to finish after a SIGTERM. */
const DRAIN_TIMEOUT_MS = 30_000;
const IDLE_CHECK_MS = 50;

export interface Listening {
  readonly port: number;
  /** Stops accepting, lets what runs finish, and cuts off what takes longer than 30 s. */
  stop(): Promise<void>;
}

/**
 * Listens for HTTP, then prepares, then answers, what came in the meantime included: a start that fails for its port has
 * prepared nothing.
 */
export async function serve(
  app: App,
  { host, port }: { readonly host: string; readonly port: number },
  prepare: () => Promise<void> = async () => {},
): Promise<Listening> {
  const prepared = Promise.withResolvers<void>();
  const adapter = createServerAdapter(async (request: Request) => {
    await prepared.promise;
    return app.fetch(request);
  });
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    adapter,
  );
  refuseMalformed(server);
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  await startStep('The gateway cannot listen on HOST and PORT', listen);
  try {
    await prepare();
  } catch (error) {
    server.close().closeAllConnections();
    throw error;
  }
  prepared.resolve();
  return { port: addressOf(server).port, stop: () => stop(server, app) };
}

/** Answers what is not HTTP, or breaks off within a request, in the form that every other error has. */
function refuseMalformed(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => void answers.set(socket, response));
  server.on('clientError', (error, socket) => {
    const answer = answers.get(socket);
    const isAnswering = answer !== undefined && answer.headersSent && !answer.writableFinished;
    if (!socket.writable || isAnswering) return socket.destroy(error);
    return socket.end(malformedAnswer(error), () => socket.destroy());
  });
}

function malformedAnswer(error: NodeJS.ErrnoException): string {
  const reason =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? refusal('request_too_large', 'The header of the request is too large.')
      : refusal('body_invalid', 'The request is not well-formed HTTP, or was broken off.');
  const requestId = randomUUID();
  const { status, headers, body } = replyError(reason, requestId);
  const lines = Object.entries({ ...headers, 'Request-Id': requestId, Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`;
}

async function stop(server: Server, app: App): Promise<void> {
  app.drain();
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection that is kept alive turns idle when its last answer is sent, and would stay.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
  await app.close();
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port.');
  return address;
}
