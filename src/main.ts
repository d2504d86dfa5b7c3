import { createApp } from './app.ts';
import { bootstrap } from './run/bootstrap.ts';
import { ConfigError, readConfig } from './config.ts';
import { startHousekeeping } from './run/housekeeping.ts';
import { createLogger } from './edge/log.ts';
import { openGateway } from './run/open-gateway.ts';
import { serve } from './run/serve.ts';

try {
  await start();
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const gateway = await openGateway(config);
  const madeKey = await bootstrap(gateway, config);
  const listening = await serve(createApp(gateway, config, log), config);
  const housekeeping = startHousekeeping(gateway, (error) => log.failure(error, 'clock'));

  const stop = async (): Promise<void> => {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    await listening.stop();
    await housekeeping.stop();
    await gateway[Symbol.asyncDispose]();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);

  const { publicUrl, mode } = config;
  console.error(`REST     ${publicUrl}/v1   (described at ${publicUrl}/v1/openapi.json)`);
  console.error(`GraphQL  ${publicUrl}/graphql`);
  if (mode === 'development') console.error(`GraphiQL ${publicUrl}/graphql   (in a browser)`);
  if (madeKey !== null) console.error(`API key of partner demo, shown this once: ${madeKey}`);
}

/** A start that fails says why in one line; for anything unforeseen, where. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error) return `The gateway could not start: ${error.message}`;
  return error instanceof Error
    ? `The gateway could not start: ${error.stack ?? error.message}`
    : 'The gateway could not start.';
}
