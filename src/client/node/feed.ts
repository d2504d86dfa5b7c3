import { ConnectionError } from '../errors.ts';
import type { EventPage, ReadEventFeedQuery } from '../generated/types.ts';
import { createHttp } from '../http.ts';
import type { CallOptions } from '../options.ts';
import { unlessItThrows } from '../unless-it-throws.ts';

/** A command was called wrongly. The message is a sentence for the person who called it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The address of the gateway, and the API key. */
export interface FeedSource {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The wanted events as a person typed them; the gateway checks the text. */
export interface FeedFilters {
  readonly types?: string | undefined;
  readonly subject?: string | undefined;
}

interface SourceOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/** The message if the gateway does not respond for a moment. */
export const TRYING_AGAIN = 'The gateway cannot be reached; trying again.';

/**
 * Whether a text is an http or https URL without user name and password. `localhost:3000` is a URL with another scheme.
 */
export const isWebUrl = (text: string): boolean =>
  /^https?:/.test(unlessItThrows(() => new Request(text))?.url ?? '');

/** The source from options and environment. Throws UsageError if one is missing or can never be sent. */
export function feedSourceOf(
  { url, key }: SourceOptions,
  environment: Readonly<Record<string, string | undefined>>,
): FeedSource {
  const baseUrl = url ?? environment['FUNDGATE_URL'] ?? '';
  const apiKey = key ?? environment['FUNDGATE_API_KEY'] ?? '';
  if (!isWebUrl(baseUrl))
    throw new UsageError(
      'Say where the gateway is: --url or FUNDGATE_URL, such as https://funding.example.com.',
    );
  if (apiKey === '')
    throw new UsageError('Say which API key to use: FUNDGATE_API_KEY, or --key, which others may see.');
  if (unlessItThrows(() => new Headers({ apiKey })) === undefined)
    throw new UsageError('The API key has a character that no key has.');
  return { baseUrl, apiKey };
}

/** Reads pages of the feed. Throws ApiError or ConnectionError. */
export function feedReader(source: FeedSource, filters: FeedFilters) {
  const { send } = createHttp(source);
  return async (query: ReadEventFeedQuery, options: CallOptions): Promise<EventPage> => {
    const call = { method: 'GET', path: '/v1/events', query: { ...query, ...filters } } as const;
    const page = await send<Partial<EventPage> | null>(call, options);
    const { items, next_cursor, has_more } = page ?? {};
    if (items === undefined || next_cursor === undefined || has_more === undefined)
      throw new ConnectionError('The server at this address is no gateway.', OK, NOT_RETRIED);
    return { items, next_cursor, has_more };
  };
}

/** The status of the error if a page does not come from the feed: some other server answered with 200. */
const OK = 200;
const NOT_RETRIED = { idempotencyKey: null, attempts: 1, retryAfterMs: 0 };
