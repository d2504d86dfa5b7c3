import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as PortServer, type Socket } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import type { App } from '../../app.ts';
import { awaitsContinue, holdContinue } from '../../engine/http/body/body-state.ts';
import { createTurns } from '../../pipeline/limits/turns.ts';
import { WireRequest } from '../../engine/http/wire/wire-request.ts';
import { refusal } from '../../kernel/errors.ts';
import { acceptWaiting } from './accept-waiting.ts';
import { type Connections, CONNECTIONS_MAX, limitConnections } from './connections.ts';
import { refuseMalformed, refuseMessage } from './refuse-malformed.ts';
import { faultOfMessage, prepareMessage } from './request-target.ts';
import { sendResponse } from './send-response.ts';
import { startStep } from '../open/start-step.ts';
import { closeUnread, isEnded, lingerAtEnd } from './unread-body.ts';
import { world } from '../../kernel/world.ts';

/** Time limit of a whole request: 100 MB at 3 Mbit/s take so long. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** The interval at which Node checks the two limits above. */
const TIMEOUT_CHECK_MS = 5_000;
/**
 * Longer than any load balancer keeps an idle connection (Google: 600 s), so the balancer closes first and no request
 * is lost.
 */
const KEEP_ALIVE_TIMEOUT_MS = 620_000;
/** Time limit for requests that are running when a SIGTERM comes. */
const DRAIN_TIMEOUT_MS = 30_000;
/** How long the port stays open while `/readyz` fails. By then a balancer that probes every second stops sending. */
const DRAIN_NOTICE_MS = 2_000;
const IDLE_CHECK_MS = 50;

export interface Listening {
  readonly port: number;
  /**
   * Makes `/readyz` fail for `noticeMs`, two seconds by default. Then stops accepting and lets running requests finish.
   * Closes requests that take longer than 30 s.
   */
  stop(noticeMs?: number): Promise<void>;
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly connectionsMax?: number;
}

/**
 * Listens for HTTP, then prepares, then responds to requests, also to requests that came while it prepared. So if the port
 * is taken, nothing was prepared.
 */
export async function serve(
  app: App,
  { host, port, connectionsMax = CONNECTIONS_MAX }: Address,
  prepare: () => Promise<void> = async () => {},
): Promise<Listening> {
  const prepared = Promise.withResolvers<void>();
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // Refused below, with the usual error body.
    requireHostHeader: false,
  });
  const connections = limitConnections(server, app, connectionsMax);
  respondWith(server, app, { connections, prepared: prepared.promise });
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
  return {
    port: addressOf(server).port,
    stop: (noticeMs = DRAIN_NOTICE_MS) => stop(server, app, noticeMs),
  };
}

/** The host of all request URLs. The gateway knows its own address from PUBLIC_URL, not from the `Host` header. */
const ORIGIN = 'http://gateway';

/**
 * The most pipelined requests on one connection. One read of a socket can contain thousands, and Node begins all of
 * them in one turn of the event loop.
 */
const WAITING_MAX = 64;

const tooManyWaiting = () =>
  refusal(
    'rate_limited',
    `More than ${WAITING_MAX} requests of this connection wait for their responses; send the next one after a response.`,
    { retryAfterSeconds: 1 },
  );

/**
 * Stops parsing the requests that a connection has sent. None of them gets a response, and each would take Node some 50
 * µs. Node has no public way for this. If a version lacks the private way, it goes on parsing.
 */
function stopParsing(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser !== 'object' || parser === null || !('pause' in parser)) return;
  if (typeof parser.pause === 'function') parser.pause();
}

/**
 * Resolves when a response was sent. Only then may the next request of the connection begin. A client that pipelines
 * changes relies on their order, and HTTP allows only requests that change nothing to run together.
 */
function isSent(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('close', resolve);
  return promise;
}

/**
 * The sender of a request, as its header tells. A partner with several keys has several turns. Requests without a key
 * share one turn.
 */
const senderOf = ({ headers }: IncomingMessage): string => headers.authorization ?? headers.cookie ?? '';

interface Responding {
  readonly connections: Connections;
  readonly prepared: Promise<void>;
}

interface Asking {
  /** Notes that the client of a message waits for `100 Continue` before it sends the body. */
  expectContinue(message: IncomingMessage): void;
  ask(request: WireRequest, response: ServerResponse): Promise<Response>;
}

/** Asks the app for responses. */
function createAsking(app: App): Asking {
  const expectant = new WeakSet<IncomingMessage>();
  const adapter = createServerAdapter((request: Request) => app.fetch(request));
  const { handleRequest } = adapter;
  // Called without a context, because the adapter would copy it property by property. The types require one.
  const ask = (request: Request): Promise<Response> => Reflect.apply(handleRequest, adapter, [request]);

  async function askExpectant(request: Request, response: ServerResponse): Promise<Response> {
    holdContinue(request, () => response.writeContinue());
    const webResponse = await ask(request);
    // The client gets this response instead of `100 Continue`. It may or may not send its body now, so the connection
    // ends.
    if (awaitsContinue(request)) webResponse.headers.set('Connection', 'close');
    return webResponse;
  }

  return {
    expectContinue: (message) => void expectant.add(message),
    ask: (request, response) =>
      expectant.has(request.message) ? askExpectant(request, response) : ask(request),
  };
}

function respondWith(server: Server, app: App, { connections, prepared }: Responding): void {
  const malformed = refuseMalformed(server, app.publicUrl);
  const turns = createTurns();
  const asking = createAsking(app);
  /** Connections whose last request was refused because too many waited. Later requests on them get no response. */
  const overfull = new WeakSet<Socket>();
  let isPrepared = false;
  void prepared.then(() => (isPrepared = true));

  async function respondTo(
    message: IncomingMessage,
    response: ServerResponse,
    before: ServerResponse | undefined,
  ): Promise<void> {
    if (before !== undefined) {
      await isSent(before);
      // The previous response was the last one of the connection, or the client is gone.
      if (!message.socket.writable) return;
    }
    if (!isPrepared) await prepared;
    // Node reports a request before it has read the body. A response at that moment would need listeners and a timer
    // for the body, and would end before its request. Then the clean-up in Node takes longer than finding a row.
    await turns.take(senderOf(message));
    const request = new WireRequest(ORIGIN, message, response);
    return sendResponse(request, await asking.ask(request, response), response);
  }

  const listener = (message: IncomingMessage, response: ServerResponse): void => {
    const { socket } = message;
    if (overfull.has(socket) || isEnded(socket) || connections.isRefused(message, response)) return;
    const waiting = malformed.note(response);
    if (waiting.length > WAITING_MAX) {
      overfull.add(socket);
      stopParsing(socket);
      lingerAtEnd(socket);
      return refuseMessage(response, tooManyWaiting(), app.publicUrl);
    }
    const fault = faultOfMessage(message);
    if (fault !== null) {
      closeUnread(message, response, false);
      return refuseMessage(response, fault, app.publicUrl);
    }
    prepareMessage(message);
    respondTo(message, response, waiting.at(-2)).catch(() => response.destroy());
  };
  server.on('request', listener);
  // A client that waits for `100 Continue` gets it when the body is read, so never before a refusal.
  server.on('checkContinue', (message, response) => {
    asking.expectContinue(message);
    listener(message, response);
  });
  // Other expectations are refused together with other faulty headers.
  server.on('checkExpectation', listener);
}

async function stop(server: Server, app: App, noticeMs: number): Promise<void> {
  app.drain();
  const late = world.abortAfter(DRAIN_TIMEOUT_MS);
  await world.pause(noticeMs);
  await acceptWaiting(server);
  const closed = new Promise<void>((resolve) => {
    // The method of the HTTP server would also end connections whose first request is still on its way.
    PortServer.prototype.close.call(server, () => resolve());
  });
  // A keep-alive connection becomes idle after its last response and would stay open.
  const idle = world.every(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  late.addEventListener('abort', () => server.closeAllConnections());
  await closed;
  world.cancel(idle);
  await app.close();
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port.');
  return address;
}
