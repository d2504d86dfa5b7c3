import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { startStep } from '../open/start-step.ts';

/** There are few scrapers; a further connection is closed at once. */
const CONNECTIONS_MAX = 32;
/** Time limits of a request, which has no body, and of a connection without one. */
const REQUEST_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 65_000;

interface Listener {
  readonly host: string;
  readonly port: number;
}

interface Served {
  /** The text of all metrics; null while the gateway is being opened. */
  readonly scrape: () => Promise<string | null>;
  readonly contentType: string;
}

/**
 * Serves `GET /metrics`, and nothing else, on a listener of its own, which is not for the public. Returns a function
 * that closes it at once.
 */
export async function serveMetrics({ host, port }: Listener, { scrape, contentType }: Served) {
  const respond = async ({ url, method }: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (url !== '/metrics') return void response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD')
      return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    const text = await scrape();
    if (text === null) return void response.writeHead(503, { 'Retry-After': '1' }).end();
    response.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(text);
  };
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
    },
    (message, response) => void respond(message, response).catch(() => response.destroy()),
  );
  server.maxConnections = CONNECTIONS_MAX;
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      // Of several processes each has a port of its own, which `exclusive` keeps them from sharing.
      server.listen({ port, host, exclusive: true }, resolve);
    });
  await startStep('The metrics cannot listen on METRICS_HOST and METRICS_PORT', listen);
  return () => {
    server.close().closeAllConnections();
  };
}
