import { type FollowedEvent, followFeed, type FollowOptions } from './follow.ts';
import { createOperations, type Operations } from './generated/operations.ts';
import { createHttp } from './http.ts';
import type { ClientOptions } from './options.ts';

/** The operations of the REST API, and the feed of events. */
export interface Client extends Operations {
  readonly events: Operations['events'] & {
    /**
     * Events after a cursor, oldest first, then each new one. Without a cursor it begins with the first event; with
     * `latest` it begins at the end of the feed. If the gateway is not reachable for a time, it continues later from
     * the same place.
     */
    follow(cursor?: string | null, options?: FollowOptions): AsyncGenerator<FollowedEvent, void>;
  };
}

/**
 * A client of a gateway. It holds no connection, so you need not close it. Throws TypeError if the base URL or the key
 * can never be sent.
 */
export function createClient(options: ClientOptions): Client {
  const operations = createOperations(createHttp(options));
  const follow: Client['events']['follow'] = (
    cursor = null,
    { signal = options.signal, onRetry = options.onRetry, ...following } = {},
  ) => followFeed(operations.events.readFeed, cursor, { ...following, signal, onRetry });
  return { ...operations, events: { ...operations.events, follow } };
}
