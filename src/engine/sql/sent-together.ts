/**
 * Statements of one transaction that are sent without waiting for the results of those before. The database runs them
 * in the order of the calls, and on PostgreSQL many of them take one round trip. A failure is thrown later, so a caller
 * sends only what the transaction takes back if it fails.
 */
export interface SentTogether {
  /** Takes a statement that was sent. Waits for all of them if they have become too many. */
  send(statement: Promise<unknown>): Promise<void>;
  /** Waits for all statements. Throws the first failure. */
  done(): Promise<void>;
}

/** How many statements wait at most: a few milliseconds of work between two turns of the event loop. */
const WAITING_MAX = 32;

export function sentTogether(most = WAITING_MAX): SentTogether {
  let waiting: Promise<unknown>[] = [];

  async function done(): Promise<void> {
    const all = waiting;
    waiting = [];
    const failed = (await Promise.allSettled(all)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  return {
    async send(statement) {
      waiting.push(statement);
      // Another error may end the transaction before anything waits for it.
      void statement.catch(() => {});
      if (waiting.length >= most) await done();
    },
    done,
  };
}
