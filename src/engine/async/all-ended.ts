/**
 * Like `Promise.all`, but after a failure it rejects when all have ended, with the first failure: what still runs would
 * be in the way of what is done about it.
 */
export async function allEnded<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  try {
    return await Promise.all(work);
  } catch (error) {
    await Promise.allSettled(work);
    throw error;
  }
}
