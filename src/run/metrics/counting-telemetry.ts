import { DamageError } from '../../kernel/damage.ts';
import { masked } from '../../kernel/masked-error.ts';
import { NO_TELEMETRY, OnlyChecked, type Telemetry } from '../../engine/tracing/telemetry.ts';
import type { MetricRegistry } from './registry.ts';
import { DAMAGED } from './table.ts';
import { world } from '../../kernel/world.ts';

const MS_PER_SECOND = 1_000;

/** The running requests of a process. */
interface Running {
  requests: number;
  uploads: number;
}

/** Counts what happens in a process. `driver` is the kind of its file storage. */
export function countingTelemetry(registry: MetricRegistry, driver: string, running: Running): Telemetry {
  return {
    ...NO_TELEMETRY,
    ...timed(registry, running),
    ...timedStorage(registry, driver),
    async attempt(_parent, send) {
      const result = await send(null);
      registry.add('fundgate_webhook_attempts_total', { outcome: result.outcome });
      return result;
    },
    limited: (reason) => registry.add('fundgate_rate_limited_total', { reason }),
    shed: (refused) => registry.add('fundgate_shed_total', { class: refused }),
    uploadBegan: () => void (running.uploads += 1),
    uploadEnded: () => void (running.uploads -= 1),
    uploaded: (bytes) => registry.add('fundgate_upload_bytes_total', {}, bytes),
    failed(error, chore) {
      registry.add('fundgate_failures_total', { chore: chore ?? 'request' });
      if (error instanceof DamageError) registry.add('fundgate_damage_total', { place: placeOf(error) });
    },
  };
}

/** Counts requests and operations. */
function timed(
  registry: MetricRegistry,
  running: Running,
): Pick<Telemetry, 'requestBegan' | 'requestDone' | 'operationBegan' | 'operationDone' | 'operationFailed'> {
  const requests = registry.durations('http_server_request_duration_seconds');
  const operations = registry.durations('fundgate_operation_duration_seconds');
  return {
    requestBegan: () => void (running.requests += 1),
    requestDone({ method, template, status, durationMs, bodyWaitMs }) {
      running.requests -= 1;
      requests.observe((durationMs - bodyWaitMs) / MS_PER_SECOND, method, template, status);
    },
    operationBegan: () => world.elapsedMs(),
    operationDone(operation, began, isReplayed) {
      operations.observe(secondsSince(began), operation, 'ok');
      if (isReplayed) registry.add('fundgate_idempotent_replays_total', {});
    },
    operationFailed(operation, began, error) {
      if (error instanceof OnlyChecked) return;
      operations.observe(secondsSince(began), operation, masked(error).code);
    },
  };
}

function timedStorage(registry: MetricRegistry, driver: string): Pick<Telemetry, 'storage'> {
  const requests = registry.durations('storage_client_request_duration_seconds');
  return {
    async storage(verb, work) {
      const since = world.elapsedMs();
      try {
        const result = await work();
        requests.observe(secondsSince(since), driver, verb, 'ok');
        return result;
      } catch (error) {
        requests.observe(secondsSince(since), driver, verb, 'error');
        throw error;
      }
    },
  };
}

const secondsSince = (ms: number): number => (world.elapsedMs() - ms) / MS_PER_SECOND;

/** The label of damaged data: its table or kind, which is the part of the location before the id. */
function placeOf({ location }: DamageError) {
  const [before = ''] = location.split(/[/.]/, 1);
  return DAMAGED.find((place) => place === before) ?? 'other';
}
