import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createLoadWatch, CHECK_MS } from '../../pipeline/limits/load-watch.ts';
import type { Load } from '../../pipeline/limits/load.ts';
import type { Database } from '../../engine/sql/database.ts';
import type { Telemetry } from '../../engine/tracing/telemetry.ts';
import { type Timer, world } from '../../kernel/world.ts';

/** Milliseconds between two measurements of the event loop. Each wakes the process. */
const RESOLUTION_MS = 40;
/** Of the 25 measurements for each check, the longest one does not count, because it may be a single long turn. */
const PERCENTILE = 96;
const NANOSECONDS = 1_000_000;
/** Seconds without a request after which nothing is measured until the next one, so that an idle process sleeps. */
const QUIET_CHECKS_MAX = 5;

interface Watched {
  readonly database: Pick<Database, 'longestWaitMs'>;
  readonly telemetry: Pick<Telemetry, 'shed'>;
}

/** Measures the load of this process while it is asked for it. It does not keep the process running. */
export function watchLoad({ database, telemetry }: Watched): Load {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let checkedAt = 0;
  let timer: Timer | null = null;
  let quietChecks = 0;
  const signs = {
    loopDelayMs() {
      // If the loop was blocked since the last check, nothing may be measured yet, but then the check itself is late.
      const lateMs = world.elapsedMs() - checkedAt - CHECK_MS;
      checkedAt += lateMs + CHECK_MS;
      const ms = delay.percentile(PERCENTILE) / NANOSECONDS;
      delay.reset();
      return Math.max(ms, lateMs);
    },
    poolWaitMs: () => database.longestWaitMs(),
  };
  const watch = createLoadWatch(signs);

  function check(): void {
    watch.check();
    quietChecks += 1;
    if (quietChecks < QUIET_CHECKS_MAX || watch.level > 0) return;
    world.cancel(timer ?? undefined);
    timer = null;
    delay.disable();
  }
  function begin(): Timer {
    checkedAt = world.elapsedMs();
    delay.enable();
    return world.every(check, CHECK_MS).unref();
  }

  return {
    /** Every request asks for it. */
    get level() {
      quietChecks = 0;
      timer ??= begin();
      return watch.level;
    },
    onRefused: telemetry.shed,
  };
}
