import type { Clock } from '../../kernel/clock.ts';
import { version } from '../../kernel/version.ts';
import type { Database } from '../../engine/sql/database.ts';
import type { Telemetry } from '../../engine/tracing/telemetry.ts';
import { countingTelemetry } from './counting-telemetry.ts';
import { READ_GAUGES, READINGS } from './readings.ts';
import { createMetricRegistry, type MetricRegistry } from './registry.ts';
import { world } from '../../kernel/world.ts';

/** How long readings of the database are cached. More frequent scrapes, and scrapes at the same time, share them. */
const READ_EVERY_MS = 5_000;
/** How long a scrape waits for the database. Prometheus itself waits ten seconds. */
const READ_WITHIN_MS = 2_000;

/** The parts of a gateway that a scrape reads. */
interface Scraped {
  readonly database: Database;
  readonly clock: Clock;
  readonly progress: { readonly fault: string | null };
}

export interface ProcessMetrics {
  readonly telemetry: Telemetry;
  /** The metrics of the process. With a gateway, also the metrics of its database. */
  scrape(gateway: Scraped): Promise<string>;
  readonly contentType: string;
}

/** The kinds of database and storage of a process, as its configuration names them. */
interface Kinds {
  readonly database: 'sqlite' | 'postgres';
  readonly storage: string;
}

/** The metrics of a process. */
export function openMetrics({ database, storage }: Kinds, readEveryMs = READ_EVERY_MS): ProcessMetrics {
  const registry = createMetricRegistry();
  const running = { requests: 0, uploads: 0 };
  const readAgain = readings(registry, readEveryMs);
  let retries = 0;
  registry.set('fundgate_build_info', { version, node: process.version, database, storage }, 1);
  return {
    telemetry: countingTelemetry(registry, storage, running),
    async scrape(gateway) {
      const usage = gateway.database.usage();
      registry.set('http_server_active_requests', {}, running.requests);
      registry.set('fundgate_uploads_active', {}, running.uploads);
      registry.set('db_client_connection_count', { state: 'used' }, usage.used);
      registry.set('db_client_connection_count', { state: 'idle' }, usage.idle);
      registry.set('db_client_connection_pending_requests', {}, usage.waiting);
      registry.add('fundgate_transaction_retries_total', {}, usage.retries - retries);
      ({ retries } = usage);
      registry.set('fundgate_database_taken_back', {}, gateway.progress.fault === null ? 0 : 1);
      await readAgain(gateway);
      return registry.text();
    },
    contentType: registry.contentType,
  };
}

/** Reads the database, unless the last readings are recent enough. Never rejects, and waits a limited time. */
function readings(registry: MetricRegistry, everyMs: number): (gateway: Scraped) => Promise<void> {
  let reading: Promise<void> | null = null;
  let readAtMs = -Infinity;

  async function readAll({ database, clock }: Scraped): Promise<void> {
    try {
      for (const read of READINGS) await read(database.reads, registry, clock());
      registry.set('fundgate_database_readings_up', {}, 1);
    } catch {
      // The failure itself is logged elsewhere, for example by `/readyz`.
      leaveOut(registry);
    }
    readAtMs = world.elapsedMs();
    reading = null;
  }

  return async (gateway) => {
    if (reading === null && world.elapsedMs() - readAtMs < everyMs) return;
    reading ??= readAll(gateway);
    const timer = new AbortController();
    const late = world.pause(READ_WITHIN_MS, timer).then(
      () => 'late' as const,
      () => {},
    );
    if ((await Promise.race([reading, late])) === 'late') leaveOut(registry);
    timer.abort();
  };
}

function leaveOut(registry: MetricRegistry): void {
  for (const name of READ_GAUGES) registry.forget(name);
  registry.set('fundgate_database_readings_up', {}, 0);
}
