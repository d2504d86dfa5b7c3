/** Work that is begun only if it does not run, so calls do not pile up while a database or a disk does not answer. */
export function oneAtATime(work: () => Promise<void>) {
  let running: Promise<void> | null = null;
  return {
    run: () => (running ??= work().finally(() => (running = null))),
    ended: () => running ?? Promise.resolve(),
  };
}
