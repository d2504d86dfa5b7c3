import { createApp } from './app.ts';
import { bootstrap } from './run/bootstrap.ts';
import { readConfig } from './config.ts';
import { startHousekeeping } from './run/housekeeping.ts';
import { createLogger } from './http/log.ts';
import { openGateway } from './run/open-gateway.ts';
import { requireTrail } from './run/require-trail.ts';
import { serve } from './run/server/serve.ts';
import { startFailure } from './run/start-failure.ts';
import { stopOnSignals } from './run/stop-signals.ts';

try {
  await start();
} catch (error) {
  console.error(startFailure(error));
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const gateway = await openGateway(config);
  await requireTrail(gateway, log);
  let madeKey: string | null = null;
  const listening = await serve(createApp(gateway, config, log), config, async () => {
    madeKey = await bootstrap(gateway, config);
  });
  const housekeeping = startHousekeeping(gateway, log);

  stopOnSignals(async (signal) => {
    // On Ctrl-C there is no balancer to wait for.
    await (signal === 'SIGINT' ? listening.stop(0) : listening.stop());
    await housekeeping.stop();
    await gateway[Symbol.asyncDispose]();
    // Everything is closed; without this, unread standard error would keep the process alive.
    process.exit();
  });

  const { publicUrl, mode } = config;
  console.error(`REST     ${publicUrl}/v1   (described at ${publicUrl}/v1/openapi.json)`);
  console.error(`GraphQL  ${publicUrl}/graphql`);
  if (mode === 'development') console.error(`GraphiQL ${publicUrl}/graphql   (in a browser)`);
  if (madeKey !== null) console.error(`API key of partner demo, shown this once: ${madeKey}`);
}
