import { world } from '../kernel/world.ts';

/**
 * Ctrl-C under `npm start` may arrive twice: from the terminal and from npm. A second signal within this time counts as
 * the same one.
 */
const SAME_SIGNAL_MS = 1_000;
/** The exit code that shells report after a Ctrl-C. */
const INTERRUPTED = 130;

/** Stops at the first SIGTERM or SIGINT. A later second signal ends the process at once. */
export function stopOnSignals(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let firstAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt === null) {
      firstAt = world.elapsedMs();
      void stop(signal);
    } else if (world.elapsedMs() - firstAt > SAME_SIGNAL_MS) {
      process.exit(INTERRUPTED);
    }
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}
