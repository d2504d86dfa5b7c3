import { type ApiError, type ConnectionError, isTransient } from './errors.ts';
import type { Event, EventPage, ReadEventFeedQuery } from './generated/types.ts';
import { pause, pauseMsBefore } from './retry.ts';
import type { CallOptions } from './options.ts';

/** An event, and where to go on after it. */
export interface FollowedEvent {
  readonly event: Event;
  /**
   * Keep it when the event is dealt with: who follows from here misses nothing, and may see the last events again. Null
   * while that is the beginning of the feed.
   */
  readonly cursor: string | null;
}

export interface FollowOptions extends Pick<ReadEventFeedQuery, 'types' | 'subject'> {
  /** Ends the following; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the gateway does not answer; it is asked again for as long as it takes. */
  readonly onRetry?: ((error: ApiError | ConnectionError) => void) | undefined;
}

type ReadFeed = (query: ReadEventFeedQuery, options: CallOptions) => Promise<EventPage>;

/** The longest that the gateway waits for an event. */
const WAIT_SECONDS = 30;
const EVENTS_MAX = 100;

/** Events from a cursor on, and then each one that comes, for as long as the caller asks. */
export async function* followFeed(
  readFeed: ReadFeed,
  from: string | null,
  { types, subject, signal = new AbortController().signal, onRetry }: FollowOptions,
): AsyncGenerator<FollowedEvent, void> {
  let cursor = from;
  let failures = 0;
  for (;;) {
    try {
      const query = { after: cursor ?? undefined, types, subject, limit: EVENTS_MAX, wait: WAIT_SECONDS };
      const { items, next_cursor: next } = await readFeed(query, { signal, retries: 0 });
      failures = 0;
      const last = items.at(-1);
      for (const event of items) yield { event, cursor: event === last ? next : cursor };
      cursor = next;
    } catch (error) {
      if (!isTransient(error)) throw error;
      failures += 1;
      onRetry?.(error);
      await pause(pauseMsBefore(failures, error.call.retryAfterMs), signal);
    }
  }
}
