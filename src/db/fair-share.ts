import { FairQueue } from './fair-queue.ts';

/** Of the places, what one owner may hold while others hold or wait for some. */
const SHARE = 0.6;
/** Waiting for places of one owner at most; it is some seconds of work for a whole pool. */
const WAITING_MAX = 1_000;

/** Reads and changes of one owner take turns, so that neither waits for all of the others. */
export type Kind = 'read' | 'change';

export interface FairShare {
  /** Waits for a place in the owner's turn; leaves it when the result is called. Rejects when none comes in time. */
  enter(owner: string, kind: Kind): Promise<() => void>;
}

interface Waiter {
  readonly admit: () => void;
}

interface FairShareOptions {
  readonly places: number;
  readonly waitMs: number;
  /** What a wait in vain is told. */
  readonly refuse: () => unknown;
}

/**
 * Places that owners share: those who wait are let in by turns, and nobody holds more than 60 % of the places while others
 * want any. One who is alone leaves one place free, so that the first who comes beside it does not wait.
 */
export function fairShare({ places, waitMs, refuse }: FairShareOptions): FairShare {
  const alone = Math.max(1, places - 1);
  const shared = Math.max(1, Math.floor(places * SHARE));
  const held = new Map<string, number>();
  /** In the order of their turns. */
  const lanes = new Map<string, FairQueue<Waiter>>();
  let free = places;

  function mayEnter(owner: string): boolean {
    const own = held.get(owner) ?? 0;
    const isAlone = held.size === (own > 0 ? 1 : 0) && lanes.size === (lanes.has(owner) ? 1 : 0);
    return own < (isAlone ? alone : shared);
  }

  function take(owner: string): void {
    free -= 1;
    held.set(owner, (held.get(owner) ?? 0) + 1);
  }

  function leave(owner: string): void {
    free += 1;
    const left = (held.get(owner) ?? 1) - 1;
    if (left > 0) held.set(owner, left);
    else held.delete(owner);
    admitNext();
  }

  function admitNext(): void {
    for (const [owner, lane] of lanes) {
      if (free === 0) return;
      if (!mayEnter(owner)) continue;
      const waiter = lane.shift();
      lanes.delete(owner);
      if (lane.size > 0) lanes.set(owner, lane);
      take(owner);
      waiter?.admit();
    }
  }

  /** Once: a second call would give away a place of somebody else. */
  function place(owner: string): () => void {
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      leave(owner);
    };
  }

  function wait(owner: string, kind: Kind): Promise<() => void> {
    const lane = lanes.get(owner) ?? new FairQueue<Waiter>();
    if (lane.size >= WAITING_MAX) return Promise.reject(refuse());
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiter: Waiter = {
      admit() {
        clearTimeout(timer);
        resolve(place(owner));
      },
    };
    const timer = setTimeout(() => {
      lane.remove(kind, waiter);
      if (lane.size === 0) lanes.delete(owner);
      reject(refuse());
      admitNext();
    }, waitMs);
    lane.push(kind, waiter);
    lanes.set(owner, lane);
    return promise;
  }

  return {
    async enter(owner, kind) {
      if (free === 0 || lanes.has(owner) || !mayEnter(owner)) return wait(owner, kind);
      take(owner);
      return place(owner);
    },
  };
}
