/** After this time without input the page sends no requests of its own, so that an abandoned session ends. */
const QUIET_AFTER_MS = 300_000;

let lastTouchMs = performance.now();

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  addEventListener(kind, () => (lastTouchMs = performance.now()), { passive: true, capture: true });

/** Whether a person uses the page, so that it may request new data. */
export const isAttended = (): boolean => !document.hidden && performance.now() - lastTouchMs < QUIET_AFTER_MS;
