const { setImmediate: realImmediate } = globalThis;

let rested: (() => void) | null = null;
let isListening = false;
/** Keeps the process going. */
const goOn = () => {};

/**
 * Resolves when the real event loop has nothing left to do: no file, no thread, no timer. Node says so just before a
 * process would end. So it works only in a process that does nothing else, and without a listener or a thread.
 */
export const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    isListening ||= listen();
    rested = resolve;
  });

function rest(): void {
  if (rested === null) return;
  realImmediate(goOn);
  rested();
  rested = null;
}

/** One listener for all steps. */
function listen(): true {
  process.on('beforeExit', rest);
  return true;
}
