interface Silence {
  /** Aborts when nothing was heard for the time. */
  readonly signal: AbortSignal;
  heard(): void;
  /** Ends the watch. */
  stop(): void;
}

/**
 * Notices a connection that broke silently, for example after a sleep of the computer or a change of network. The
 * browser would wait on it for minutes, or for ever.
 */
export function watchSilence(ms: number): Silence {
  const lost = new AbortController();
  const watch = () => setTimeout(() => lost.abort(), ms);
  let timer = watch();
  return {
    signal: lost.signal,
    heard() {
      clearTimeout(timer);
      timer = watch();
    },
    stop: () => clearTimeout(timer),
  };
}
