import { createHash } from 'node:crypto';
import type { Timer, World } from '../../../src/kernel/world.ts';
import { chance } from '../../support/crash/chance.ts';
import type { Scheduler, Task } from './scheduler.ts';

/** When every simulated world begins. */
export const BEGIN = Date.parse('2026-03-01T00:00:00Z');

/** A timer that never fires. Those of worlds are made of it, for the type alone. */
const ENDED = setTimeout(() => {}, 1);
clearTimeout(ENDED);

interface Chances {
  /** Milliseconds by which the clock of an owner is wrong. */
  readonly skewOf: (owner: string) => number;
}

/** A world whose time is the scheduler's, and whose chances are the seed's. */
export function virtualWorld(scheduler: Scheduler, seed: number, { skewOf }: Chances): World {
  const tasks = new WeakMap<Timer, Task>();
  const numbers = chance(seed ^ 0x5eed);
  const nextBytes = seededBytes(seed);

  /** Who wants to end a timer shows it. */
  function timerOf(task: Task): Timer {
    const timer: Timer = Object.create(ENDED);
    tasks.set(timer, task);
    return timer;
  }

  const world: World = {
    time: () => BEGIN + scheduler.now + skewOf(scheduler.owner),
    elapsedMs: () => scheduler.now,
    chance: () => numbers.below(2 ** 32) / 2 ** 32,
    bytes: nextBytes,
    fillRandom: (list) => list.set(nextBytes(list.length)),
    uuid: () => uuidOf(nextBytes(16)),
    after: (run, ms) => timerOf(scheduler.after(run, ms)),
    every(run, ms) {
      const again = () => {
        tasks.set(timer, scheduler.after(again, ms));
        run();
      };
      const timer = timerOf(scheduler.after(again, ms));
      return timer;
    },
    cancel(timer) {
      const task = timer === undefined ? undefined : tasks.get(timer);
      if (task !== undefined) scheduler.cancel(task);
    },
    soon(run) {
      const task = scheduler.soon(run);
      return () => scheduler.cancel(task);
    },
    pause: (ms, options) =>
      new Promise((resolve, reject) => {
        const signal = options?.signal;
        const stop = () => {
          scheduler.cancel(task);
          reject(new DOMException('The pause was ended.', 'AbortError'));
        };
        const task = scheduler.after(() => {
          signal?.removeEventListener('abort', stop);
          resolve();
        }, ms);
        if (signal?.aborted === true) stop();
        else signal?.addEventListener('abort', stop, { once: true });
      }),
    turn: () =>
      new Promise((resolve) => {
        scheduler.soon(resolve);
      }),
    abortAfter(ms) {
      const controller = new AbortController();
      scheduler.after(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), ms);
      return controller.signal;
    },
    hasThreads: false,
  };
  return world;
}

/** Bytes that a seed gives, the same in each run. */
function seededBytes(seed: number): (count: number) => Buffer {
  let block = 0;
  return (count) => {
    const parts: Buffer[] = [];
    for (let length = 0; length < count; length += 32)
      parts.push(createHash('sha256').update(`${seed} ${block++}`).digest());
    return Buffer.concat(parts).subarray(0, count);
  };
}

function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
