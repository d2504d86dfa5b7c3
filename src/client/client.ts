import { type FollowedEvent, followFeed, type FollowOptions } from './follow.ts';
import { createOperations, type Operations } from './generated/operations.ts';
import { createHttp } from './http.ts';
import type { ClientOptions } from './options.ts';

/** The operations of the REST API, and the events as they come. */
export interface Client extends Operations {
  readonly events: Operations['events'] & {
    /**
     * Events after a cursor, oldest first, and then each new one. Without a cursor it begins with the first event,
     * with `latest` at the end of the feed. When the gateway was not reachable for a time, it continues where it
     * stopped.
     */
    follow(cursor?: string | null, options?: FollowOptions): AsyncGenerator<FollowedEvent, void>;
  };
}

/**
 * A client of a gateway. It holds no connection, so it need not be closed. Throws TypeError for a base or a key that can
 * never be sent.
 */
export function createClient(options: ClientOptions): Client {
  const operations = createOperations(createHttp(options));
  const follow: Client['events']['follow'] = (
    cursor = null,
    { signal = options.signal, onRetry = options.onRetry, ...following } = {},
  ) => followFeed(operations.events.readFeed, cursor, { ...following, signal, onRetry });
  return { ...operations, events: { ...operations.events, follow } };
}
