const { setImmediate: realImmediate } = globalThis;

/**
 * Resolves when the real event loop has nothing left to do: no file, no thread, no timer. Node says so just before a
 * process would end. So it works only in a process that does nothing else, and without a listener or a thread.
 */
export const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('beforeExit', () => {
      // The process goes on.
      realImmediate(() => {});
      resolve();
    });
  });
