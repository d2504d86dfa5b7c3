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

/** Repeats work, one run at a time, after a pause or sooner; never sooner after a failure. */
export function repeated(work: () => Promise<keyof Pauses>, pauses: Pauses, log: ChoreLog) {
  let isStopped = false;
  let isWanted = false;
  let hasFailed = false;
  /** How long the next pause is; `idle` only if nothing was changed here since the last run began. */
  let state: keyof Pauses = 'busy';
  let dueAt = 0;
  let timer: Timer | undefined;
  let running: Promise<void> | null = null;

  function plan(ms: number): void {
    world.cancel(timer);
    dueAt = world.elapsedMs() + ms;
    if (!isStopped) timer = world.after(begin, ms);
  }
  function begin(): void {
    isWanted = false;
    hasFailed = false;
    state = 'idle';
    running = work()
      .then(
        (found) => {
          if (found === 'busy') state = 'busy';
          log.done();
        },
        (error: unknown) => {
          hasFailed = true;
          log.failed(error);
        },
      )
      .finally(() => {
        running = null;
        plan(pauseMs());
      });
  }
  function pauseMs(): number {
    if (hasFailed) return Math.max(pauses.busy, AFTER_FAILURE_MS);
    return isWanted ? SOON_MS : pauses[state];
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
    async stop(): Promise<void> {
      isStopped = true;
      world.cancel(timer);
      await running;
    },
  };
}
