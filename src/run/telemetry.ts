import type { Config } from './config/config.ts';
import type { ProcessMetrics } from './metrics/metrics.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import { NO_TELEMETRY, type Telemetry } from '../engine/tracing/telemetry.ts';
import type { Tracing } from '../engine/tracing/tracing.ts';

interface OpenTelemetry {
  readonly telemetry: Telemetry;
  /** Adds the values from the gateway's database to the metrics. */
  attach(gateway: Gateway): void;
  /** Sends the remaining spans, within seconds, and stops. */
  stop(): Promise<void>;
}

/** The telemetry of a configuration: metrics, traces, both or none. Loads only what is on. */
export async function openTelemetry(config: Config): Promise<OpenTelemetry> {
  let attached: Gateway | null = null;
  const tracing = await openTraces(config);
  const metrics = await openCounting(config);
  const stopListening =
    metrics === null || config.metrics === null
      ? () => {}
      : await serve(config.metrics, metrics, () => attached);
  return {
    telemetry: around(tracing?.telemetry ?? NO_TELEMETRY, metrics?.telemetry ?? null),
    attach: (gateway) => void (attached = gateway),
    async stop() {
      stopListening();
      await tracing?.stop();
    },
  };
}

async function openTraces(config: Config): Promise<Tracing | null> {
  if (config.traces === null) return null;
  const { openTracing } = await import('../engine/tracing/tracing.ts');
  return openTracing(config.traces, kindsOf(config));
}

async function openCounting(config: Config): Promise<ProcessMetrics | null> {
  if (config.metrics === null) return null;
  const { openMetrics } = await import('./metrics/metrics.ts');
  return openMetrics(kindsOf(config));
}

async function serve(
  listener: { readonly host: string; readonly port: number },
  { scrape, contentType }: ProcessMetrics,
  gateway: () => Gateway | null,
) {
  const { serveMetrics } = await import('./server/serve-metrics.ts');
  return serveMetrics(listener, {
    async scrape() {
      const attached = gateway();
      return attached === null ? null : scrape(attached);
    },
    contentType,
  });
}

/** Both observe the work. Traces are outside, so metrics run inside the span. */
function around(outer: Telemetry, inner: Telemetry | null): Telemetry {
  if (inner === null) return outer;
  const { keepsTrace, request, isInTrace, operation, transactionOf, traceParent } = outer;
  return {
    ...inner,
    keepsTrace,
    request,
    isInTrace,
    operation,
    transactionOf,
    traceParent,
    storage: (verb, work) => outer.storage(verb, () => inner.storage(verb, work)),
    attempt: (parent, send) =>
      outer.attempt(parent, (traceparent) => inner.attempt(parent, () => send(traceparent))),
  };
}

/** The kinds of database and storage: the schemes of their URLs. */
export const kindsOf = ({ databaseUrl, storageUrl }: Pick<Config, 'databaseUrl' | 'storageUrl'>) => ({
  database: databaseUrl.startsWith('postgres') ? ('postgres' as const) : ('sqlite' as const),
  storage: storageUrl.split(':', 1)[0] ?? '',
});
