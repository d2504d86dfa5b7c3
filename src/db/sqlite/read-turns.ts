/**
 * Milliseconds that the reads of one turn of the event loop may take together; further ones wait for the next turn. An
 * ordinary read takes some 10 µs.
 */
const READS_MS_MAX = 10;

/** Gives others a turn of the event loop between reads, which are synchronous and of which one request may have many. */
export class ReadTurns {
  readonly #line: (() => void)[] = [];
  readonly #now: () => number;
  #spentMs = 0;
  #isTurnAhead = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs a read in this turn where there is time, or else in a later one. `onDone` is told the milliseconds. */
  run<Result>(read: () => Promise<Result>, onDone: (ms: number) => void): Promise<Result> {
    if (this.#line.length === 0 && this.#hasTime()) return this.#timed(read, onDone);
    this.#awaitTurn();
    return new Promise((resolve, reject) => {
      this.#line.push(() => {
        try {
          resolve(this.#timed(read, onDone));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #hasTime(): boolean {
    return this.#spentMs < READS_MS_MAX;
  }

  #timed<Result>(read: () => Promise<Result>, onDone: (ms: number) => void): Promise<Result> {
    const began = this.#now();
    try {
      return read();
    } finally {
      const ms = this.#now() - began;
      this.#spentMs += ms;
      onDone(ms);
      this.#awaitTurn();
    }
  }

  #awaitTurn(): void {
    if (this.#isTurnAhead) return;
    this.#isTurnAhead = true;
    setImmediate(() => this.#beginTurn());
  }

  #beginTurn(): void {
    this.#isTurnAhead = false;
    this.#spentMs = 0;
    while (this.#line.length > 0 && this.#hasTime()) this.#line.shift()?.();
    if (this.#line.length > 0) this.#awaitTurn();
  }
}
