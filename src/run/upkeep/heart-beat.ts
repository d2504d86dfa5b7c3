import { BEAT_MS, type HeartBeat } from '../../pipeline/limits/live-processes.ts';
import type { Logger } from '../../engine/log/log.ts';
import { oneAtATime } from '../../engine/async/one-at-a-time.ts';
import { world } from '../../kernel/world.ts';

const OLD_ROWS =
  'reads of the database miss confirmed changes: a balancer before it sends them to a standby, so revoked keys still work; /readyz is 503';

/** Records that this process runs, at once and then regularly, until `stop`. A failure that lasts is logged once. */
export function startHeartBeat(processes: HeartBeat, log: Logger) {
  const chore = log.chore('number of processes', 'always');
  let isFailing = false;
  let wasInDoubt = false;
  const beats = oneAtATime(async () => {
    try {
      await processes.beat();
      if (processes.readsOldRows && !wasInDoubt) log.note(OLD_ROWS, {}, 'error');
      wasInDoubt = processes.readsOldRows;
      isFailing = false;
      chore.done();
    } catch (error) {
      if (!isFailing) chore.failed(error);
      isFailing = true;
    }
  });
  void beats.run();
  const timer = world.every(() => void beats.run(), BEAT_MS);
  return {
    async stop(): Promise<void> {
      world.cancel(timer);
      await beats.ended();
      // If the database is gone, other processes see later that the row gets old.
      await processes.end().catch(() => {});
    },
  };
}
