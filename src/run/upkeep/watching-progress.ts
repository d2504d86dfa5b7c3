import type { ProgressWatch } from '../../trail/checkpoint/progress.ts';
import type { Logger } from '../../engine/log/log.ts';
import { oneAtATime } from '../../engine/async/one-at-a-time.ts';
import { world } from '../../kernel/world.ts';

/** Milliseconds between two checks: a loss is noticed before many more events follow. */
const INTERVAL_MS = 1_000;

/**
 * Checks regularly whether the database was set back, until `stop`. Logs it once, and once more when a person accepts
 * it.
 */
export function startWatchingProgress(progress: ProgressWatch, log: Logger) {
  const chore = log.chore('state of the server', 'always');
  let loggedFault: string | null = null;
  const looks = oneAtATime(async () => {
    try {
      const fault = await progress.check();
      if (fault !== null && loggedFault === null) log.note(TAKEN_BACK, { reason: fault }, 'error');
      if (fault === null && loggedFault !== null) log.note('the database was accepted as it is', {}, 'warn');
      loggedFault = fault;
      chore.done();
    } catch (error) {
      chore.failed(error);
    }
  });
  const timer = world.every(() => void looks.run(), INTERVAL_MS);
  return {
    async stop(): Promise<void> {
      world.cancel(timer);
      await looks.ended();
    },
  };
}

const TAKEN_BACK =
  'the database was set back to an earlier state: /readyz is 503 until a person looks at it and runs audit accept';
