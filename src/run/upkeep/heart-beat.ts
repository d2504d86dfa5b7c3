import { BEAT_MS, type HeartBeat } from '../../http/limits/live-processes.ts';
import type { Logger } from '../../http/log/log.ts';

/**
 * Records that this process runs, at once and then regularly, until `stop`. A failure is logged once, until it is over.
 */
export function startHeartBeat(processes: HeartBeat, log: Logger) {
  let isFailing = false;
  const beat = async (): Promise<void> => {
    try {
      await processes.beat();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.failure(error, 'clock', { chore: 'number of processes' });
      isFailing = true;
    }
  };
  let beating = beat();
  const timer = setInterval(() => (beating = beating.then(beat)), BEAT_MS);
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await beating;
      // Where the database is gone, the other processes see that the row is no longer written.
      await processes.end().catch(() => {});
    },
  };
}
