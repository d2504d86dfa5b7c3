import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createLoadWatch, CHECK_MS } from '../../pipeline/limits/load-watch.ts';
import type { Load } from '../../pipeline/limits/load.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { world } from '../../kernel/world.ts';

/** Milliseconds between two measurements of the event loop. Each wakes the process, also an idle one. */
const RESOLUTION_MS = 40;
/** Of the 25 measurements for each check, the longest one does not count, because it may be a single long turn. */
const PERCENTILE = 96;
const NANOSECONDS = 1_000_000;

/** Measures the load of this process. It does not keep the process running. */
export function watchLoad({ database, telemetry }: Pick<Gateway, 'database' | 'telemetry'>): Load {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let checkedAt = world.elapsedMs();
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
  const watch = createLoadWatch(signs, telemetry.shed);
  delay.enable();
  world.every(() => watch.check(), CHECK_MS).unref();
  return watch;
}
