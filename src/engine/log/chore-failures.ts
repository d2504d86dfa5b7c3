import { OperationError } from '../../kernel/errors.ts';
import { world } from '../../kernel/world.ts';

/** Milliseconds between two lines about an outage of the database: the person on call needs no more. */
export const STILL_MS = 60_000;

/** The log of work that runs again and again. */
export interface ChoreLog {
  /**
   * The work failed. Any failure gets a line, but an outage of the database gets only one until the work is done again.
   */
  failed(error: unknown): void;
  /** The work was done. */
  done(): void;
}

/** How often a chore runs: about every second, or once a minute. */
export type Runs = 'always' | 'minutely';

interface Failed {
  readonly chore: string;
  readonly runs: Runs;
  readonly error: unknown;
}

/** What is known of an outage. */
interface Outage {
  /** The names of the chores that fail. */
  readonly chores: string;
  /** Failures of these chores so far. */
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
 * Logs an outage of the database in few lines: the first failure of each chore, a line from time to time, and one when
 * the chores work again. Chores that always run show at once when the outage is over; chores that run once a minute
 * would show it late.
 */
export class ChoreFailures {
  readonly #lines: Lines;
  readonly #failing = new Map<ChoreLog, { readonly chore: string; readonly runs: Runs }>();
  /** The chores that failed in this outage, even if they work again. */
  readonly #met = new Set<string>();
  #failures = 0;
  #beganAt = 0;
  #latestAt = 0;
  #loggedAt = 0;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  /** Several parts of a chore can share one name; each part has its own log. */
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
    const now = world.elapsedMs();
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

/** What failed, as in the lines of requests. The refusal itself says only that the database does not respond. */
const causeOf = (error: unknown): unknown =>
  error instanceof OperationError ? (error.cause ?? error) : error;

const isUnavailable = (error: unknown): boolean =>
  error instanceof OperationError && error.code === 'service_unavailable';
