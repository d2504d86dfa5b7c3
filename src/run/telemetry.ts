import type { Config } from '../config.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import { NO_TELEMETRY, type Telemetry } from '../pipeline/telemetry.ts';

interface OpenTelemetry {
  readonly telemetry: Telemetry;
  /** From now on what is read from the gateway is told as well. */
  attach(gateway: Gateway): void;
  /** Tells what is left to tell, within seconds, and stops. */
  stop(): Promise<void>;
}

/** What a configuration asks to be told of a process; without a variable for it nothing is loaded. */
export async function openTelemetry(config: Config): Promise<OpenTelemetry> {
  if (config.metrics === null) return { telemetry: NO_TELEMETRY, attach() {}, async stop() {} };
  const [{ openMetrics }, { serveMetrics }] = await Promise.all([
    import('../metrics/metrics.ts'),
    import('./server/serve-metrics.ts'),
  ]);
  const { telemetry, scrape, contentType } = openMetrics(kindsOf(config));
  let attached: Gateway | null = null;
  const stop = await serveMetrics(config.metrics, {
    scrape: async () => (attached === null ? null : scrape(attached)),
    contentType,
  });
  return {
    telemetry,
    attach: (gateway) => void (attached = gateway),
    stop: async () => stop(),
  };
}

/** The kinds of database and storage, which their URLs begin with. */
export const kindsOf = ({ databaseUrl, storageUrl }: Pick<Config, 'databaseUrl' | 'storageUrl'>) => ({
  database: databaseUrl.startsWith('postgres') ? ('postgres' as const) : ('sqlite' as const),
  storage: storageUrl.split(':', 1)[0] ?? '',
});
