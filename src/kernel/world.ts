import { getRandomValues, randomBytes, randomUUID } from 'node:crypto';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/**
 * All that a program cannot repeat: time, timers, chance and the order of tasks. The gateway takes them from here only,
 * so a simulation can put its own in their place and play a run again, to the byte.
 */
export interface World {
  /** Milliseconds since 1970. The gateway's own clock (`Clock`) begins here. */
  time(): number;
  /** Milliseconds since an unnamed moment; they never decrease. */
  elapsedMs(): number;
  /** A number from 0 to below 1, for pauses and shares. No secret is made of it. */
  chance(): number;
  /** Unguessable bytes, for keys, tokens and nonces. */
  bytes(count: number): Buffer;
  /** Fills a list with unguessable bytes. */
  fillRandom(list: Uint8Array<ArrayBuffer>): void;
  uuid(): string;
  after(run: () => void, ms: number): Timer;
  every(run: () => void, ms: number): Timer;
  cancel(timer: Timer | undefined): void;
  /** Runs something after what has already arrived. Returns how to cancel it. */
  soon(run: () => void): () => void;
  /** Ends after a time. If the signal ends it, it fails. With `ref: false` it does not keep the process alive. */
  pause(ms: number, options?: PauseOptions): Promise<void>;
  /** Lets everything run that has already arrived. */
  turn(): Promise<void>;
  /** A signal that is aborted after a time. */
  abortAfter(ms: number): AbortSignal;
  /** Whether changes may be committed by a thread. The order of threads cannot be repeated. */
  readonly hasThreads: boolean;
}

export type Timer = NodeJS.Timeout;

interface PauseOptions {
  readonly signal?: AbortSignal | undefined;
  readonly ref?: boolean;
}

/** The real world, until a simulation assigns its own. */
export const world: World = {
  time: () => Date.now(),
  elapsedMs: () => performance.now(),
  chance: () => Math.random(),
  bytes: (count) => randomBytes(count),
  fillRandom: (list) => void getRandomValues(list),
  uuid: () => randomUUID(),
  after: (run, ms) => setTimeout(run, ms),
  every: (run, ms) => setInterval(run, ms),
  cancel: (timer) => clearTimeout(timer),
  soon(run) {
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  },
  pause: (ms, options) => pause(ms, undefined, options),
  turn: () => turn(),
  abortAfter: (ms) => AbortSignal.timeout(ms),
  hasThreads: true,
};
