const { setInterval: realInterval, clearInterval: endRealInterval } = globalThis;

const LONG_MS = 1_000;

/** Keeps the process going while it waits for something outside of it that alone would not. */
export async function whileAlive<Result>(work: () => Promise<Result>): Promise<Result> {
  const timer = realInterval(() => {}, LONG_MS);
  try {
    return await work();
  } finally {
    endRealInterval(timer);
  }
}
