import type { AgentOptions, ClientRequest, IncomingMessage } from 'node:http';
import type {
  Outbound,
  OutboundResult,
  OutboundRequest,
  Outcome,
} from '../../../engine/outbound/outbound.ts';
import { AddressRefused, createReceiverGuard, type Resolve, systemResolve } from './receiver-guard.ts';
import type { Allowed } from './address-guard.ts';
import { world } from '../../../kernel/world.ts';

/** The deadline for the look-up of the name and the connection, TLS included. */
const CONNECT_MS = 5_000;
/** The deadline for the whole request, until the head of its response. */
const RESPONSE_MS = 15_000;
/** The deadline for the body after the head. Only its beginning is kept. */
const BODY_MS = 1_000;
/** Bytes of a body that are kept. */
const EXCERPT_BYTES = 1_024;
/** Bytes of a body that are read so that the connection can be used again. A longer body ends the connection. */
const BODY_BYTES_MAX = 64 * 1_024;
/**
 * The most responses of the class 1xx before the final response. An honest receiver sends one or two. Without a limit,
 * a receiver that sends nothing else would keep the event loop busy for seconds.
 */
const INTERIM_RESPONSES_MAX = 64;
/** An idle connection is closed before the usual limit of servers, which is 5 s. */
const IDLE_MS = 4_000;
/** Idle connections to one host that are kept for the next request. */
const IDLE_SOCKETS_MAX = 4;

interface Limits {
  readonly connectMs: number;
  readonly responseMs: number;
}

interface OutboundOptions {
  readonly allowed: Allowed;
  readonly resolve?: Resolve;
  readonly limits?: Limits;
}

/** Sends requests to URLs that partners chose, but only to allowed addresses. */
export function createOutbound({
  allowed,
  resolve = systemResolve,
  limits = { connectMs: CONNECT_MS, responseMs: RESPONSE_MS },
}: OutboundOptions): Outbound {
  const guard = createReceiverGuard(allowed, resolve);
  const pool = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS_MAX, timeout: IDLE_MS, lookup: guard.lookup };
  let clients: Promise<Clients> | null = null;

  async function post(message: OutboundRequest, isSecondTry = false): Promise<OutboundResult> {
    const startedAt = world.elapsedMs();
    const result = await resultOf(message);
    // The receiver closed the idle connection at the moment of the request, so it has not read the request.
    if (result.isStale && !isSecondTry) return post(message, true);
    const { outcome, status = null, excerpt = '', retryAfterSeconds = null } = result;
    const durationMs = Math.round(world.elapsedMs() - startedAt);
    return { outcome, status, excerpt, retryAfterSeconds, durationMs };
  }

  async function resultOf({ url, headers, body }: OutboundRequest): Promise<RequestResult> {
    const { promise, resolve: onResult } = Promise.withResolvers<RequestResult>();
    const target = URL.parse(url);
    // The name is looked up again for the connection, so an earlier look-up no longer counts.
    if (target === null || guard.textRefusalOf(url) !== null) return { outcome: 'address_refused' };
    const isSecure = target.protocol === 'https:';
    clients ??= openClients(pool);
    const { request, agent } = (await clients)[isSecure ? 'https' : 'http'];
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent,
    };
    const sent = request(target, options);
    followRequest(sent, { isSecure, limits, onResult });
    sent.end(body);
    return promise;
  }

  return {
    lookUp: guard.lookUp,
    refusalOf: guard.refusalOf,
    post: (message) => post(message),
    close() {
      void clients?.then((opened) => {
        for (const { agent } of Object.values(opened)) agent.destroy();
      });
    },
  };
}

type Clients = Awaited<ReturnType<typeof openClients>>;

/** Loaded at the first request, because most commands of the command line send none. */
async function openClients(pool: AgentOptions) {
  const [http, https] = await Promise.all([import('node:http'), import('node:https')]);
  return {
    http: { request: http.request, agent: new http.Agent(pool) },
    https: { request: https.request, agent: new https.Agent(pool) },
  };
}

interface RequestResult {
  readonly outcome: Outcome;
  readonly status?: number;
  readonly excerpt?: string;
  readonly retryAfterSeconds?: number | null;
  readonly isStale?: boolean;
}

interface Following {
  readonly isSecure: boolean;
  readonly limits: Limits;
  readonly onResult: (result: RequestResult) => void;
}

/** Reports the result of a request once, and closes all of its resources. */
function followRequest(sent: ClientRequest, { isSecure, limits, onResult }: Following): void {
  let isConnected = false;
  let isTcpOpen = false;
  let hasResponse = false;
  let isOver = false;
  const end = (result: RequestResult): void => {
    if (isOver) return;
    isOver = true;
    world.cancel(connectTimer);
    world.cancel(responseTimer);
    onResult(result);
  };
  const giveUp = (): void => {
    end({ outcome: 'timeout' });
    sent.destroy();
  };
  const connectTimer = world.after(() => !isConnected && giveUp(), limits.connectMs);
  const responseTimer = world.after(giveUp, limits.responseMs);

  sent.on('socket', (socket) => {
    if (!socket.connecting) {
      isConnected = isTcpOpen = true;
      return;
    }
    socket.once('connect', () => {
      isTcpOpen = true;
      isConnected ||= !isSecure;
    });
    socket.once('secureConnect', () => (isConnected = true));
  });
  sent.on('error', (error) => {
    // The status decides. A fault of the body after it only ends the excerpt.
    if (hasResponse) return;
    const isStale = sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
    end({ outcome: outcomeOf(error, isSecure && isTcpOpen && !isConnected), isStale });
  });
  let interim = 0;
  sent.on('information', () => {
    interim += 1;
    if (interim <= INTERIM_RESPONSES_MAX) return;
    end({ outcome: 'http_error' });
    sent.destroy();
  });
  sent.on('upgrade', ({ statusCode: status = 0 }, socket) => {
    end({ outcome: 'http_error', status });
    socket.destroy();
  });
  sent.on('response', (response) => {
    hasResponse = true;
    const status = response.statusCode ?? 0;
    const retryAfterSeconds = readRetryAfter(response.headers['retry-after']);
    world.cancel(responseTimer);
    readExcerpt(response, (excerpt) =>
      end({ outcome: outcomeOfStatus(status), status, excerpt, retryAfterSeconds }),
    );
  });
}

function outcomeOfStatus(status: number): Outcome {
  if (status >= 200 && status < 300) return 'ok';
  return status >= 300 && status < 400 ? 'redirect' : 'http_error';
}

/** Codes of Node and OpenSSL for a failed certificate or handshake. */
const TLS_CODE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_|EPROTO)/;
const DNS_CODE = /^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL|ETIMEOUT)/;

function outcomeOf(error: Error, isInHandshake: boolean): Outcome {
  if (error instanceof AddressRefused) return 'address_refused';
  const code = 'code' in error ? String(error.code) : '';
  if (isInHandshake || TLS_CODE.test(code)) return 'tls_failed';
  if (DNS_CODE.test(code)) return 'dns_failed';
  // The server at this address does not speak HTTP.
  return code.startsWith('HPE_') ? 'http_error' : 'connect_failed';
}

/** Calls back once, with the beginning of a body. The rest of a long or slow body is not read. */
function readExcerpt(response: IncomingMessage, done: (excerpt: string) => void): void {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const stop = (): void => {
    world.cancel(timer);
    done(excerptOf(Buffer.concat(chunks).subarray(0, EXCERPT_BYTES)));
  };
  const timer = world.after(() => {
    stop();
    response.destroy();
  }, BODY_MS);
  response.on('data', (chunk: Uint8Array) => {
    if (bytes < EXCERPT_BYTES) chunks.push(chunk.subarray(0, EXCERPT_BYTES));
    bytes += chunk.length;
    if (bytes <= BODY_BYTES_MAX) return;
    stop();
    response.destroy();
  });
  // If the connection breaks within the body, `close` comes without `end`.
  response.once('end', stop).once('error', stop).once('close', stop);
}

/**
 * Text without control characters, because a database cannot store some of them and a terminal would move its cursor.
 */
const excerptOf = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes)
    .replaceAll(/[^\P{C}\n\t]/gu, '')
    .slice(0, EXCERPT_BYTES);

/**
 * The beginning of a date in HTTP or ISO 8601. It is checked because `Date.parse` finds a year in any text with a
 * number.
 */
const DATE_BEGINS = /^(?:[A-Z][a-z]{2,8},? |\d{4}-\d\d-)/;

/** `Retry-After` in seconds or as a date; null if it is neither. */
function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header)) return Math.min(Number(header), Number.MAX_SAFE_INTEGER);
  const at = DATE_BEGINS.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - world.time()) / 1_000));
}
