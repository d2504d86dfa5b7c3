import type { ProgressWatch } from '../../trail/checkpoint/progress.ts';
import type { Logger } from '../../engine/log/log.ts';
import type { Pulse } from '../../engine/sql/pulse.ts';
import { oneAtATime } from '../../engine/async/one-at-a-time.ts';

interface Watched {
  readonly progress: ProgressWatch;
  readonly pulse: Pulse;
}

/**
 * Checks at each beat with a change whether the database was set back, until `stop`: a loss is noticed before many more
 * events follow. Logs it once, and once more when a person accepts it.
 */
export function startWatchingProgress({ progress, pulse }: Watched, log: Logger) {
  const chore = log.chore('state of the server', 'always');
  let loggedFault: string | null = null;
  let isDue = true;
  const looks = oneAtATime(async () => {
    isDue = false;
    try {
      const fault = await progress.check();
      if (fault !== null && loggedFault === null) log.note(TAKEN_BACK, { reason: fault }, 'error');
      if (fault === null && loggedFault !== null) log.note('the database was accepted as it is', {}, 'warn');
      loggedFault = fault;
      chore.done();
      // That a person accepts it is noted outside of the database.
      isDue ||= fault !== null;
    } catch (error) {
      chore.failed(error);
      isDue = true;
    }
  });
  const unlisten = pulse.listen((mayHaveChanged) => {
    isDue ||= mayHaveChanged;
    if (isDue) void looks.run();
  });
  return {
    async stop(): Promise<void> {
      unlisten();
      await looks.ended();
    },
  };
}

const TAKEN_BACK =
  'the database was set back to an earlier state: /readyz is 503 until a person looks at it and runs audit accept';
