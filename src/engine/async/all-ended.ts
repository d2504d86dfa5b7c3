/**
 * Like `Promise.all`, but it waits until all work has ended before it rejects with the first failure: work that still
 * runs would disturb the clean-up.
 */
export async function allEnded<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  try {
    return await Promise.all(work);
  } catch (error) {
    await Promise.allSettled(work);
    throw error;
  }
}
