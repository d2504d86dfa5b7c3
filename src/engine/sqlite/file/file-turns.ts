/** A mutex for writing to a file: one group at a time, first come, first served. */
export interface FileTurns {
  take<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function fileTurns(): FileTurns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
      const done = last.then(work);
      last = done.catch(() => {});
      return done;
    },
  };
}
