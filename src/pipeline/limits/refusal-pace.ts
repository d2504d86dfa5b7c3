/** Milliseconds between two refusals of one partner, so that hundreds that came together do not leave together. */
const GAP_MS = 4;
/** The longest delay of a refusal. If too many are queued for that, several are sent together. */
const WAIT_MS_MAX = 2_000;
/** Delayed refusals of a process: as many as it has connections. */
const WAITING_MAX = 10_000;
/** A request with a larger body is refused without delay, because the received part of its body would stay in memory. */
const BODY_BYTES_MAX = 4_096;

/** The number of delayed refusals of a process, over all partners. */
export class WaitingRefusals {
  #count = 0;

  /** Whether one more may wait; it then counts until `leave`. */
  enter(): boolean {
    if (this.#count >= WAITING_MAX) return false;
    this.#count += 1;
    return true;
  }

  leave(count: number): void {
    this.#count -= count;
  }
}

/** Whether the refusal of a request can be delayed without taking more memory than its connection does. */
export const mayWait = ({ headers }: Request): boolean =>
  !headers.has('transfer-encoding') && Number(headers.get('content-length') ?? 0) <= BODY_BYTES_MAX;

/**
 * Paces the refusals of one partner. A refusal costs as much as a read, and a client that ignores it sends the next
 * request at once. So refusals are queued and sent one by one, and a connection that waits for one sends nothing
 * (backpressure). The answer is delayed, not the reading of the socket: behind a proxy the next request on it can be
 * another partner's.
 */
export class RefusalPace {
  readonly #all: WaitingRefusals;
  #waiting: (() => void)[] = [];
  #gap: NodeJS.Timeout | null = null;

  constructor(all: WaitingRefusals) {
    this.#all = all;
  }

  /** Null if the next refusal is to be sent at once; else resolves when it is. */
  next(): Promise<void> | null {
    if (this.#gap === null) {
      this.#gap = setTimeout(() => this.#release(), GAP_MS);
      return null;
    }
    if (!this.#all.enter()) return null;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  #release(): void {
    this.#gap = null;
    const leaving = this.#waiting.splice(0, Math.ceil((this.#waiting.length * GAP_MS) / WAIT_MS_MAX));
    if (leaving.length === 0) return;
    this.#gap = setTimeout(() => this.#release(), GAP_MS);
    this.#all.leave(leaving.length);
    for (const leave of leaving) leave();
  }
}
