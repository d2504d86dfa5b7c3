import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import type { App } from '../app.ts';

/** A request is to be whole within this; 100 MB take that long at 3 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than the usual 60 s of balancers, so that it is they who close. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How long what runs may take to finish after a SIGTERM. */
const DRAIN_TIMEOUT_MS = 30_000;

export interface Listening {
  readonly port: number;
  /** Stops accepting, lets what runs finish, and cuts off what takes longer than 30 s. */
  stop(): Promise<void>;
}

/** Listens for HTTP; resolves when requests are answered. */
export async function serve(
  app: App,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const adapter = createServerAdapter((request: Request) => app.fetch(request));
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    adapter,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { port: addressOf(server).port, stop: () => stop(server, app) };
}

async function stop(server: Server, app: App): Promise<void> {
  app.drain();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await closed;
  clearTimeout(late);
  await app.close();
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port.');
  return address;
}
