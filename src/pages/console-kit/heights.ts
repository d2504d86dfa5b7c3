/** The scroll position of each history entry when it was left. */
const heights = new Map<string, number>();

/** The current history entry. */
let step = '';

/** The name of the shown step in the browser's history; the first step of a page has no name. */
export const stepNow = (): string => {
  const state: unknown = history.state;
  return typeof state === 'string' ? state : '';
};

/** Timeout for a list to reach its former height. A list that became shorter never reaches it. */
const LOADED_WITHIN_MS = 5_000;

/** Turns off scroll restoration by the browser, which would scroll before the list is loaded; not for a reload. */
export function keepHeights(): void {
  step = stepNow();
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'));
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'));
}

/** Adds a step to the history of the browser. */
export function pushStep(address: string): void {
  heights.set(step, scrollY);
  step = crypto.randomUUID();
  history.pushState(step, '', address);
}

/** After a button of the browser: scrolls to the person's last place in this step, as soon as enough is loaded. */
export function returnToHeight(): void {
  heights.set(step, scrollY);
  step = stepNow();
  const height = heights.get(step) ?? 0;
  const own = step;
  const untilMs = performance.now() + LOADED_WITHIN_MS;
  const stop = new AbortController();
  // Input of the person cancels it.
  for (const kind of ['wheel', 'pointerdown', 'keydown', 'touchstart'])
    addEventListener(kind, () => stop.abort(), { passive: true, capture: true, signal: stop.signal });
  const attempt = () => {
    if (stop.signal.aborted || own !== step) return stop.abort();
    scrollTo(0, height);
    const isLoaded = document.querySelector('[aria-busy=true]') === null;
    if ((isLoaded && Math.abs(scrollY - height) < 1) || performance.now() > untilMs) return stop.abort();
    requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}
