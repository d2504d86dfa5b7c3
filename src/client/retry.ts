/** The longest pause before the first repetition. It doubles before each further one. */
const PAUSE_MS = 250;
/** The longest pause of all: a restarting gateway is back within seconds. */
const PAUSE_MS_MAX = 8_000;
const MS_PER_SECOND = 1_000;
/** The longest time of a timer, 24 days. With a longer time it would fire at once. */
export const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * The pause before a call is sent again: random, so clients that failed together do not come back together, and at
 * least as long as the gateway asks for.
 */
export const pauseMsBefore = (attempts: number, retryAfterMs: number): number =>
  retryAfterMs + Math.random() * Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (attempts - 1));

/** Reads `Retry-After`: seconds, or a date, which proxies may send. */
export function retryAfterMsOf(headers: Headers): number {
  const value = headers.get('retry-after') ?? '0';
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * MS_PER_SECOND;
  return Number.isFinite(ms) && ms > 0 ? ms : 0;
}

/** Waits, or throws the reason of the signal as soon as it is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, Math.min(ms, TIMER_MS_MAX));
    signal.addEventListener('abort', end);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
  signal.throwIfAborted();
}
