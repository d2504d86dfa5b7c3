import type { App } from '../../src/app.ts';
import { serve } from '../../src/run/server/serve.ts';
import { openTestGateway, type TestGateway } from './gateway.ts';

export type Served = Awaited<ReturnType<typeof serveTestGateway>>;

/** A whole gateway that listens on a free port. */
export async function serveTestGateway(environment: NodeJS.ProcessEnv = {}) {
  // Signed URLs name the port, which is known once something listens on it: the gateway comes after its server.
  const opened = Promise.withResolvers<TestGateway>();
  const app: App = {
    fetch: async (request) => (await opened.promise).app.fetch(request),
    warmUp: async () => {},
    publicUrl: 'http://gateway.test',
    drain: () => {},
    close: async () => (await opened.promise).close(),
  };
  const { port, stop } = await serve(app, { host: '127.0.0.1', port: 0 });
  const baseUrl = `http://127.0.0.1:${port}`;
  const gateway = await openTestGateway({ PUBLIC_URL: baseUrl, ...environment });
  opened.resolve(gateway);
  return { baseUrl, partner: gateway.partner, gateway, stop: () => stop(0) };
}
