/** After this without a touch, the page asks for nothing by itself, so that an abandoned session comes to its end. */
const QUIET_AFTER_MS = 300_000;

let lastTouchMs = performance.now();

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  addEventListener(kind, () => (lastTouchMs = performance.now()), { passive: true, capture: true });

/** Whether a person is there, so that the page may ask for what is new. */
export const isAttended = (): boolean => !document.hidden && performance.now() - lastTouchMs < QUIET_AFTER_MS;
