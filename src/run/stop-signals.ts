/**
 * A Ctrl-C under `npm start` may come twice: the terminal sends it to every process, and npm passes its own on. What comes so
 * soon after the first is the same one.
 */
const SAME_SIGNAL_MS = 1_000;
/** What a shell reports of a process that a Ctrl-C ended. */
const INTERRUPTED = 130;

/** Stops at the first SIGTERM or SIGINT; at one more, from somebody who does not want to wait, ends at once. */
export function stopOnSignals(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let firstAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt === null) {
      firstAt = performance.now();
      void stop(signal);
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      process.exit(INTERRUPTED);
    }
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}
