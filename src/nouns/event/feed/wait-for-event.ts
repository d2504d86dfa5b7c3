import { type OperationError, refusal } from '../../../kernel/errors.ts';
import type { Caller } from '../../../kernel/caller.ts';
import type { FeedPart } from '../../../pipeline/feed-watch.ts';
import type { Gateway } from '../../../pipeline/gateway.ts';
import { authorize } from '../../../pipeline/precheck.ts';
import { readEventFeed } from '../event.operations.ts';
import { type FeedFilter, feedFilter } from './feed-filter.ts';
import { world } from '../../../kernel/world.ts';

/**
 * Requests of one key that may wait at once: one for each system of a partner, and some more whose clients have left
 * without closing the connection.
 */
export const FEED_WAITS_MAX = 10;

const requireReader = (caller: Caller): void => authorize(readEventFeed, caller);

interface Wait {
  readonly caller: Caller;
  readonly filter: FeedFilter;
  readonly seconds: number;
  /** Aborted when the client leaves. */
  readonly gone: AbortSignal;
}

/** The number of waiting requests of each key, by gateway. */
const waits = new WeakMap<Gateway, Map<string, number>>();

/**
 * Long polling: reads again after each event, until `read` has a result or the time is over. Throws `rate_limited` if
 * too many requests of the key wait already. Throws the error of a right that ends during the wait.
 */
export async function readOrWait<Found>(
  gateway: Gateway,
  { caller, filter, seconds, gone }: Wait,
  read: () => Promise<{ readonly found: Found; readonly isEmpty: boolean }>,
): Promise<Found> {
  const release = takeWait(gateway, caller);
  const wakeUp = createWakeUp();
  const matches = feedFilter(caller, filter);
  const timer = world.after(wakeUp.end, seconds * 1_000);
  gone.addEventListener('abort', wakeUp.end, { once: true });
  let stop = (): void => {};
  const right: { lost: OperationError | null } = { lost: null };
  const onLost = (error: OperationError | null): void => {
    right.lost = error;
    wakeUp.end();
  };
  const stopWatch = gateway.rights.watch({ caller, require: requireReader, onLost });
  try {
    // Follows before the first read, so that no event is missed between the read and the wait.
    const onPart = ({ events }: FeedPart) => {
      if (events.some(matches)) wakeUp.wake();
    };
    ({ stop } = await gateway.feedWatch.follow({ onPart, onEnd: wakeUp.end }));
    for (;;) {
      const woken = wakeUp.next();
      const { found, isEmpty } = await read();
      if (!isEmpty || wakeUp.isOver() || gone.aborted) return found;
      await woken;
      if (right.lost !== null) throw right.lost;
    }
  } finally {
    stop();
    stopWatch();
    world.cancel(timer);
    gone.removeEventListener('abort', wakeUp.end);
    release();
  }
}

/** Wakes the waiting request after an event. After `end` no request waits again. */
function createWakeUp() {
  let isOver = false;
  let waiter = Promise.withResolvers<void>();
  return {
    isOver: () => isOver,
    /** Resolves at the first call from now on. */
    next(): Promise<void> {
      waiter = Promise.withResolvers();
      if (isOver) waiter.resolve();
      return waiter.promise;
    },
    wake: () => waiter.resolve(),
    end(): void {
      isOver = true;
      waiter.resolve();
    },
  };
}

/** Counts a wait of the key. Call the result to end it. */
function takeWait(gateway: Gateway, { actor }: Caller): () => void {
  const counts = waits.get(gateway) ?? new Map<string, number>();
  waits.set(gateway, counts);
  const waiting = counts.get(actor) ?? 0;
  if (waiting >= FEED_WAITS_MAX) {
    gateway.telemetry.limited('waits');
    throw refusal(
      'rate_limited',
      `At most ${FEED_WAITS_MAX} requests of an API key wait for events at once.`,
      {
        retryAfterSeconds: 1,
      },
    );
  }
  counts.set(actor, waiting + 1);
  return () => {
    const left = (counts.get(actor) ?? 1) - 1;
    if (left > 0) counts.set(actor, left);
    else counts.delete(actor);
  };
}
