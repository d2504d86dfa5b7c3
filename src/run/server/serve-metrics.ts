import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { startStep } from '../open/start-step.ts';

/** There are few scrapers. Further connections are closed at once. */
const CONNECTIONS_MAX = 32;
/** Time limits of a request, which has no body, and of an idle connection. */
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

/** Serves only `GET /metrics`, on a separate listener that is not public. Returns a function that closes it at once. */
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
      // Each of several processes has its own port; `exclusive` stops them from sharing one.
      server.listen({ port, host, exclusive: true }, resolve);
    });
  await startStep('The metrics cannot listen on METRICS_HOST and METRICS_PORT', listen);
  return () => {
    server.close().closeAllConnections();
  };
}
