import { z } from 'zod';
import { ApiError, ConnectionError, isTransient } from '../../../client/errors.ts';
import { followFeed as follow } from '../../../client/follow.ts';
import type { Event } from '../../../client/generated/types.ts';
import {
  feedReader,
  type FeedSource,
  feedSourceOf,
  TRYING_AGAIN,
  UsageError,
} from '../../../client/node/feed.ts';
import { forwardEvents } from '../../../client/node/listen.ts';
import { ConfigError } from '../../../kernel/config-error.ts';
import { isErrorCode } from '../../../kernel/error-catalogue.ts';
import { refusal } from '../../../kernel/errors.ts';
import { SUBSCRIBABLE } from '../../../nouns/webhook/endpoint/endpoint.rules.ts';
import type { Session } from './session.ts';

/** The options of commands for partners: the address of the gateway, and the events that they want. */
export const FEED = {
  url: z.string().optional().describe('The URL of the gateway, instead of FUNDGATE_URL.'),
  key: z.string().optional().describe('The API key, instead of FUNDGATE_API_KEY.'),
  types: z
    .array(z.enum(SUBSCRIBABLE))
    .optional()
    .describe('Only events of these types, with commas between them.'),
};

type Selected = z.output<z.ZodObject<typeof FEED>>;

interface FollowOptions extends Selected {
  readonly after?: string | undefined;
  readonly subject?: string | undefined;
  /** Whether to wait for new events at the end of the feed. */
  readonly wait: boolean;
}

/** Follows the feed over HTTP like any client: events in order after a cursor. */
export const followFeed = (session: Session, options: FollowOptions): AsyncGenerator<Event, void> =>
  asCommand(() => read(feedSourceOf(options, session.environment), session, options));

async function* read(
  source: FeedSource,
  session: Session,
  { after, wait, subject, types }: FollowOptions,
): AsyncGenerator<Event, void> {
  const page = feedReader(source, { subject, types: types?.join(',') });
  const onRetry = () => session.say(TRYING_AGAIN);
  if (wait) for await (const { event } of follow(page, after ?? null, { onRetry })) yield event;
  for (let [cursor, isEnd] = [after, wait]; !isEnd;) {
    const { items, next_cursor, has_more } = await page({ limit: 100, after: cursor }, { retries: 0 });
    yield* items;
    [cursor, isEnd] = [next_cursor, !has_more];
  }
}

interface ForwardOptions extends Selected {
  readonly forward: string;
  readonly secret: string;
  readonly after: string;
  readonly events?: number | undefined;
}

/** Follows the feed and posts each event, like the command of the client package. */
export const forwardFeed = (session: Session, { url, key, types, ...options }: ForwardOptions) =>
  asCommand(() =>
    forwardEvents(feedSourceOf({ url, key }, session.environment), {
      ...options,
      types: types?.join(','),
      onRetry: () => session.say(TRYING_AGAIN),
    }),
  );

/** Converts errors of the client package to errors of the command line. Errors of its options are thrown at once. */
function asCommand<Item>(begin: () => AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  try {
    return refusing(begin());
  } catch (error) {
    throw refused(error);
  }
}

async function* refusing<Item>(items: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  try {
    yield* items;
  } catch (error) {
    throw refused(error);
  }
}

function refused(error: unknown): unknown {
  if (error instanceof UsageError) return new ConfigError(error.message);
  if (error instanceof ApiError)
    // A newer gateway may have codes that this version does not know.
    return refusal(
      isErrorCode(error.code) ? error.code : 'service_unavailable',
      `${REFUSED}${error.message}`,
    );
  if (error instanceof ConnectionError) {
    const { message } = error;
    return refusal('service_unavailable', isTransient(error) ? SILENT : message);
  }
  return error;
}

const REFUSED = 'The gateway refused the request: ';
const SILENT = 'The gateway cannot be reached.';
