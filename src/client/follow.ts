import { type ApiError, type ConnectionError, isTransient } from './errors.ts';
import type { Event, EventPage, ReadEventFeedQuery } from './generated/types.ts';
import { pause, pauseMsBefore } from './retry.ts';
import type { CallOptions } from './options.ts';

/** An event, and the cursor to continue from. */
export interface FollowedEvent {
  readonly event: Event;
  /**
   * Store it after you have processed the event. If you continue from it, you miss nothing, but may get the last events
   * again. Null at the beginning of the feed.
   */
  readonly cursor: string | null;
}

export interface FollowOptions extends Pick<ReadEventFeedQuery, 'types' | 'subject'> {
  /** Stops following, and throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Called if the gateway does not respond. The request is repeated until it does. */
  readonly onRetry?: ((error: ApiError | ConnectionError) => void) | undefined;
}

type ReadFeed = (query: ReadEventFeedQuery, options: CallOptions) => Promise<EventPage>;

/** The largest page, and the longest time (seconds) that the gateway waits for an event. */
const PAGE = { limit: 100, wait: 30 } as const;
/** Longer than the gateway waits. It holds even if the client has a shorter deadline for other calls. */
const LIMITS = { retries: 0, deadlineMs: 45_000 } as const;

/** Yields events after a cursor, then each new one, until the caller stops. */
export async function* followFeed(
  readFeed: ReadFeed,
  from: string | null,
  { types, subject, signal = new AbortController().signal, onRetry }: FollowOptions,
): AsyncGenerator<FollowedEvent, void> {
  let cursor = from;
  let failures = 0;
  for (;;) {
    try {
      const query = { after: cursor ?? undefined, types, subject, ...PAGE };
      const { items, next_cursor: next } = await readFeed(query, { signal, ...LIMITS });
      failures = 0;
      const last = items.at(-1);
      for (const event of items) {
        signal.throwIfAborted();
        yield { event, cursor: event === last ? next : cursor };
      }
      cursor = next;
    } catch (error) {
      if (!isTransient(error)) throw error;
      failures += 1;
      onRetry?.(error);
      await pause(pauseMsBefore(failures, error.call.retryAfterMs), signal);
    }
  }
}
