import { z } from 'zod';
import {
  ApiError,
  type ClientOptions,
  ConnectionError,
  createClient,
  type Event,
  type ReadEventFeedQuery,
} from '../../client/index.ts';
import { ConfigError } from '../config/config.ts';
import { catalogue, type ErrorCode, refusal } from '../../kernel/errors.ts';
import { isPublicUrl, isWebUrl } from '../../kernel/url.ts';
import { SUBSCRIBABLE } from '../../nouns/webhook/endpoint/endpoint.rules.ts';
import type { Session } from './session.ts';

type FeedType = NonNullable<ReadEventFeedQuery['types']>[number];
/** The types of the client are generated from the same list. */
const FEED_TYPES = SUBSCRIBABLE.filter((type): type is FeedType => SUBSCRIBABLE.includes(type));

/** What commands for partners take: where the gateway is, and which events they want. */
export const FEED = {
  url: z.string().optional().describe('Where the gateway is, in place of FUNDGATE_URL.'),
  key: z.string().optional().describe('The API key, in place of FUNDGATE_API_KEY.'),
  types: z
    .array(z.enum(FEED_TYPES))
    .optional()
    .describe('Only events of these types, with commas between them.'),
};

interface FeedOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly after?: string | undefined;
  readonly types?: FeedType[] | undefined;
  readonly subject?: string | undefined;
  /** Whether to wait for new events at the end of the feed. */
  readonly wait: boolean;
}

/** Follows the feed over HTTP, as any client does: events in their order, from a cursor on. */
export function followFeed(
  { environment, say }: Session,
  { url = environment['FUNDGATE_URL'], key = environment['FUNDGATE_API_KEY'], ...options }: FeedOptions,
): AsyncGenerator<Event, void> {
  if (url === undefined || !isWebUrl(url) || !isPublicUrl(url)) throw new ConfigError(NO_URL);
  if (key === undefined || !VISIBLE.test(key)) throw new ConfigError(NO_KEY);
  return read({ baseUrl: url, apiKey: key, onRetry: () => say(RETRIED) }, options);
}

async function* read(
  client: ClientOptions,
  { after, wait, ...selected }: Omit<FeedOptions, 'url' | 'key'>,
): AsyncGenerator<Event, void> {
  try {
    const { events } = createClient(client);
    if (wait) for await (const { event } of events.follow(after, selected)) yield event;
    for (let [cursor, isEnd] = [after, wait]; !isEnd;) {
      const page = await events.readFeed({ ...selected, after: cursor, limit: 100 }, { retries: 0 });
      yield* page.items;
      [cursor, isEnd] = [page.next_cursor, !page.has_more];
    }
  } catch (error) {
    throw refusedFeed(error);
  }
}

function refusedFeed(error: unknown): Error {
  if (error instanceof ApiError)
    // A newer gateway may have further codes.
    return refusal(isCode(error.code) ? error.code : 'service_unavailable', `${REFUSED}${error.message}`);
  const isSilent = error instanceof ConnectionError && error.status === null;
  return refusal('service_unavailable', isSilent ? SILENT : NO_GATEWAY, { cause: error });
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code);

/** Characters that a header can have. */
const VISIBLE = /^[\x21-\x7e]+$/;
const NO_URL = 'Say where the gateway is: --url or FUNDGATE_URL, such as https://funding.example.com.';
const NO_KEY = 'Say which API key to use: FUNDGATE_API_KEY, or --key, which others may see.';
const RETRIED = 'The gateway cannot be reached; trying again.';
const REFUSED = 'The gateway refused the request: ';
const SILENT = 'The gateway cannot be reached.';
const NO_GATEWAY = 'What answers there is no gateway.';
