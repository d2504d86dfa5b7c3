import type { App } from '../../src/app.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { serve } from '../../src/run/server/serve.ts';
import { createLogger } from '../../src/engine/log/log.ts';
import { startRelaying } from '../../src/run/upkeep/relaying.ts';
import { startWebhooks } from '../../src/run/upkeep/webhooks.ts';
import { openTestGateway, type TestGateway } from './gateway.ts';

export type Served = Awaited<ReturnType<typeof serveTestGateway>>;

/** A whole gateway that listens on a free port. */
export async function serveTestGateway(
  environment: NodeJS.ProcessEnv = {},
  works: 'answers' | 'sends webhooks' = 'answers',
  clock: Clock = () => new Date(),
) {
  // Signed URLs name the port, which is known once something listens on it: the gateway comes after its server.
  const opened = Promise.withResolvers<TestGateway>();
  const app: App = {
    fetch: async (request) => (await opened.promise).app.fetch(request),
    warmUp: async () => {},
    publicUrl: 'http://gateway.test',
    drain: () => {},
    onRefused: () => {},
    close: async () => (await opened.promise).close(),
  };
  const { port, stop } = await serve(app, { host: '127.0.0.1', port: 0 });
  const baseUrl = `http://127.0.0.1:${port}`;
  const gateway = await openTestGateway({ PUBLIC_URL: baseUrl, ...environment }, clock);
  opened.resolve(gateway);
  const working = works === 'answers' ? [] : startWorking(gateway);
  return {
    baseUrl,
    partner: gateway.partner,
    gateway,
    relay: gateway.relay,
    stop: async () => {
      for (const work of working) await work.stop();
      await stop(0);
    },
  };
}

/** The upkeep of a process, besides answering. */
function startWorking({ gateway, config }: TestGateway) {
  const log = createLogger('silent');
  return [startRelaying(gateway, log), startWebhooks(gateway, config, log)];
}
