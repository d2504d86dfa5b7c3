import type { ChoreLog } from '../../engine/log/chore-failures.ts';
import { type Timer, world } from '../../kernel/world.ts';

/** The pause between a notice of work and the look for it. Notices during the pause share one look. */
const SOON_MS = 15;
/** The pause after a failure, for example if the database does not respond. */
const AFTER_FAILURE_MS = 1_000;

/** The pause in milliseconds while this process changes anything or finds work, and otherwise. */
export interface Pauses {
  readonly busy: number;
  readonly idle: number;
}

/** What a run found. If `settled`, nothing becomes due by itself, so the next run waits for a call of `look`. */
type Found = keyof Pauses | 'settled';

/** Repeats work, one run at a time, after a pause or sooner; never sooner after a failure. */
export function repeated(work: () => Promise<Found>, pauses: Pauses, log: ChoreLog) {
  let isStopped = false;
  let isWanted = false;
  let hasFailed = false;
  /** Whether there was a call of `look` since the last run began. */
  let hasNews = false;
  /** How long the next pause is; `busy` if something was changed here since the last run began. */
  let state: Found = 'busy';
  let dueAt = 0;
  let timer: Timer | undefined;
  let running: Promise<void> | null = null;

  function plan(ms: number): void {
    world.cancel(timer);
    dueAt = world.elapsedMs() + ms;
    if (!isStopped && ms < Infinity) timer = world.after(begin, ms);
  }
  function begin(): void {
    isWanted = false;
    hasFailed = false;
    hasNews = false;
    state = 'idle';
    running = runOnce(work, log).then((found) => {
      hasFailed = found === 'failed';
      if (state !== 'busy' && found !== 'failed') state = found;
      running = null;
      plan(pauseMs());
    });
  }
  function pauseMs(): number {
    if (hasFailed) return Math.max(pauses.busy, AFTER_FAILURE_MS);
    if (isWanted) return SOON_MS;
    return state === 'settled' ? (hasNews ? 0 : Infinity) : pauses[state];
  }
  plan(0);
  return {
    soon(): void {
      if (isWanted) return;
      isWanted = true;
      if (running === null && !hasFailed) plan(SOON_MS);
    },
    /** Ends a long pause, because this process has changed something. */
    wake(): void {
      if (state === 'busy') return;
      state = 'busy';
      if (running === null && !hasFailed && dueAt > world.elapsedMs() + pauses.busy) plan(pauses.busy);
    },
    /** Ends the pause of settled work, because any process may have changed something. */
    look(): void {
      hasNews = true;
      if (running === null && dueAt === Infinity) plan(0);
    },
    async stop(): Promise<void> {
      isStopped = true;
      world.cancel(timer);
      await running;
    },
  };
}

async function runOnce(work: () => Promise<Found>, log: ChoreLog): Promise<Found | 'failed'> {
  try {
    const found = await work();
    log.done();
    return found;
  } catch (error) {
    log.failed(error);
    return 'failed';
  }
}
