interface Silence {
  /** Aborts when nothing was heard for the time. */
  readonly signal: AbortSignal;
  heard(): void;
  /** Ends the watch. */
  stop(): void;
}

/**
 * Watches for a connection that is gone without a word, as after a sleep of the computer or in another network: the
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
