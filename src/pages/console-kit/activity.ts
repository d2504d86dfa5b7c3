import { me } from './session-state.ts';

/** After this time without input the page sends no requests by itself, so that an abandoned session ends. */
const QUIET_AFTER_MS = 300_000;
/** Milliseconds between two checks whether a person uses the page. */
const CHECK_MS = 100;

let lastTouchMs = performance.now();

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  addEventListener(kind, () => (lastTouchMs = performance.now()), { passive: true, capture: true });

/** Whether a person uses the page, so that it may request new data. */
const isAttended = (): boolean => !document.hidden && performance.now() - lastTouchMs < QUIET_AFTER_MS;

/** Waits until a person uses the page and a further condition holds. */
export async function whenAttended(condition: () => boolean): Promise<void> {
  while (!isAttended() || !condition()) await pause(CHECK_MS);
}

export async function pause(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms);
  await promise;
}

/** Runs a function at intervals while a person is signed in and uses the page. Returns a function that stops this. */
export function whileAttended(everyMs: number, run: () => void): () => void {
  const timer = setInterval(() => {
    if (isAttended() && me.value) run();
  }, everyMs);
  return () => clearInterval(timer);
}
