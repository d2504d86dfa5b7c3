import { ApiError, ConnectionError, isTransient } from '../../../client/errors.ts';
import { followFeed as follow } from '../../../client/follow.ts';
import type { Event } from '../../../client/generated/types.ts';
import { feedReader, type FeedFilters, type FeedSource, UsageError } from '../../../client/node/feed.ts';
import { ConfigError } from '../../../kernel/config-error.ts';
import { catalogue, type ErrorCode, refusal } from '../../../kernel/errors.ts';

interface FeedOptions extends FeedFilters {
  readonly after?: string;
  /** Whether to wait for new events at the end of the feed. */
  readonly wait: boolean;
  /** Called when the gateway cannot be reached and is tried again. */
  readonly onRetry: () => void;
}

/** Follows the feed over HTTP, as any client does: events in their order, from a cursor on. */
export async function* followFeed(source: FeedSource, options: FeedOptions): AsyncGenerator<Event, void> {
  const { wait, onRetry, ...filters } = options;
  const read = feedReader(source, filters);
  let { after } = options;
  if (wait) for await (const { event } of follow(read, after ?? null, { onRetry })) yield event;
  for (;;) {
    const page = await read({ limit: 100, after }, { retries: 0 });
    yield* page.items;
    after = page.next_cursor;
    if (!page.has_more) return;
  }
}

/** Runs a command by the client of partners, and throws its errors as those of the command line. */
export async function asCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof UsageError) throw new ConfigError(error.message);
    if (error instanceof ApiError)
      throw refusal(
        // A newer gateway may have further codes.
        isCode(error.code) ? error.code : 'service_unavailable',
        `The gateway refused the request: ${error.message}`,
      );
    if (error instanceof ConnectionError) {
      const { message } = error;
      throw refusal('service_unavailable', isTransient(error) ? 'The gateway cannot be reached.' : message);
    }
    throw error;
  }
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code);
