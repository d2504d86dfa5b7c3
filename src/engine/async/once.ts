/**
 * Runs a function at the first call and returns its result to later calls. After a failure the next call runs it
 * again.
 */
export function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  return () => {
    result ??= make().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
}
