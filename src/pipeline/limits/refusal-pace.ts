import { type Timer, world } from '../../kernel/world.ts';

/**
 * Milliseconds between two refusals of one partner, so that hundreds of simultaneous requests do not get their refusals
 * at once.
 */
const GAP_MS = 4;
/** The longest delay of a refusal. If more are queued than fit in it, several are sent together. */
const WAIT_MS_MAX = 2_000;
/** The most delayed refusals of a process: as many as it has connections. */
const WAITING_MAX = 10_000;
/**
 * A request with a larger body is refused without delay. Otherwise the received part of its body would stay in memory.
 */
const BODY_BYTES_MAX = 4_096;

/** The number of delayed refusals in a process, over all partners. */
export class WaitingRefusals {
  #count = 0;

  /** Whether one more refusal may wait. If so, it counts until `leave`. */
  enter(): boolean {
    if (this.#count >= WAITING_MAX) return false;
    this.#count += 1;
    return true;
  }

  leave(count: number): void {
    this.#count -= count;
  }
}

/** Whether the refusal of a request can be delayed without more memory than its connection takes. */
export const mayWait = ({ headers }: Request): boolean =>
  !headers.has('transfer-encoding') && Number(headers.get('content-length') ?? 0) <= BODY_BYTES_MAX;

/**
 * Paces the refusals of one partner. A refusal costs as much as a read, and a client that ignores it sends the next
 * request at once. So refusals are queued and sent one by one, and a connection that waits for a refusal sends nothing
 * (backpressure). Only the response is delayed. The socket is still read, because behind a proxy the next request on it
 * can be another partner's.
 */
export class RefusalPace {
  readonly #all: WaitingRefusals;
  #waiting: (() => void)[] = [];
  #gap: Timer | null = null;

  constructor(all: WaitingRefusals) {
    this.#all = all;
  }

  /** Null if the next refusal can be sent at once; otherwise a promise that resolves when it can be sent. */
  next(): Promise<void> | null {
    if (this.#gap === null) {
      this.#gap = world.after(() => this.#release(), GAP_MS);
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
    this.#gap = world.after(() => this.#release(), GAP_MS);
    this.#all.leave(leaving.length);
    for (const leave of leaving) leave();
  }
}
