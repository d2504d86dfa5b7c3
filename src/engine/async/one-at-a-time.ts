/** Starts the work unless it is already running, so calls do not pile up if a database or a disk does not respond. */
export function oneAtATime(work: () => Promise<void>) {
  let running: Promise<void> | null = null;
  return {
    run: () => (running ??= work().finally(() => (running = null))),
    ended: () => running ?? Promise.resolve(),
  };
}
