import { OperationError } from '../../kernel/errors.ts';

/** Milliseconds between two lines while chores fail for want of the database: one for each page of who is on call. */
export const STILL_MS = 60_000;

/** The log of work that runs again and again. */
export interface ChoreLog {
  /**
   * The work failed. If the database cannot do it, only the first failure is a line, until the work is done again; any
   * other failure always is one.
   */
  failed(error: unknown): void;
  /** The work was done. */
  done(): void;
}

/** How often a chore runs: each second or so, or once a minute. */
export type Runs = 'always' | 'minutely';

interface Failed {
  readonly chore: string;
  readonly runs: Runs;
  readonly error: unknown;
}

/** What is known of an outage. */
interface Outage {
  /** The names of the chores that do not do their work. */
  readonly chores: string;
  /** Failures of all of them so far. */
  readonly failures: number;
  /** From the first failure to the latest one. */
  readonly seconds: number;
}

interface Lines {
  readonly failure: (error: unknown, chore: string) => void;
  readonly still: (outage: Outage) => void;
  readonly over: (outage: Outage) => void;
}

/**
 * Logs an outage of the database once, and not each attempt of each chore: the first failure of each, a line from time
 * to time, and one when they do their work again. Chores that run all the time tell when it is over; those of a minute
 * would tell it late.
 */
export class ChoreFailures {
  readonly #lines: Lines;
  readonly #failing = new Map<ChoreLog, { readonly chore: string; readonly runs: Runs }>();
  /** The chores of this outage, also those that do their work again. */
  readonly #met = new Set<string>();
  #failures = 0;
  #beganAt = 0;
  #latestAt = 0;
  #loggedAt = 0;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  /** Several parts of a chore have one name, and each has a log of its own. */
  of(chore: string, runs: Runs): ChoreLog {
    const own: ChoreLog = {
      failed: (error) => {
        if (isUnavailable(error)) return this.#unavailable(own, { chore, runs, error });
        own.done();
        this.#lines.failure(causeOf(error), chore);
      },
      done: () => {
        if (!this.#failing.delete(own)) return;
        const isOver = [...this.#failing.values()].every(
          (each) => runs === 'always' && each.runs === 'minutely',
        );
        if (!isOver) return;
        this.#failing.clear();
        this.#lines.over(this.#outage(this.#met));
      },
    };
    return own;
  }

  #unavailable(own: ChoreLog, { chore, runs, error }: Failed): void {
    const now = performance.now();
    if (this.#failing.size === 0) this.#begin(now);
    this.#failures += 1;
    this.#latestAt = now;
    if (!this.#failing.has(own)) {
      this.#failing.set(own, { chore, runs });
      this.#met.add(chore);
      this.#lines.failure(causeOf(error), chore);
    } else if (now - this.#loggedAt >= STILL_MS) {
      this.#loggedAt = now;
      this.#lines.still(this.#outage(this.#failing.values().map((each) => each.chore)));
    }
  }

  #begin(now: number): void {
    this.#met.clear();
    this.#failures = 0;
    this.#beganAt = now;
    this.#loggedAt = now;
  }

  #outage(chores: Iterable<string>): Outage {
    return {
      chores: [...new Set(chores)].join(', '),
      failures: this.#failures,
      seconds: Math.round((this.#latestAt - this.#beganAt) / 1_000),
    };
  }
}

/** What failed, as the lines of requests have it: the refusal itself says only that the database is away. */
const causeOf = (error: unknown): unknown =>
  error instanceof OperationError ? (error.cause ?? error) : error;

const isUnavailable = (error: unknown): boolean =>
  error instanceof OperationError && error.code === 'service_unavailable';
