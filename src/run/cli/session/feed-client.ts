import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { EventView } from '../../../nouns/event/event.present.ts';
import { ConfigError } from '../../../kernel/config-error.ts';
import { catalogue, type ErrorCode, refusal } from '../../../kernel/errors.ts';
import { isWebUrl, withoutTrailingSlashes } from '../../../kernel/url.ts';

/** Seconds that the gateway may wait for an event before it answers; less than proxies allow. */
const WAIT_SECONDS = 25;
/** The time for an answer, in addition to the wait. */
const ANSWER_TIMEOUT_MS = 15_000;
/** The pause between two attempts to reach a gateway that is restarting. */
const RETRY_MS = 2_000;

/** Where a command for partners finds the gateway, and the API key that it sends. */
interface FeedSource {
  readonly url: string;
  readonly apiKey: string;
}

interface FeedOptions {
  readonly after?: string;
  readonly types?: string;
  readonly subject?: string;
  /** Whether to wait for new events at the end of the feed. */
  readonly wait: boolean;
  /** Called when the gateway cannot be reached and is tried again. */
  readonly onRetry: () => void;
}

const Page = z.object({
  items: z.array(z.looseObject({ ...EventView.shape, type: z.string() })),
  next_cursor: z.string(),
  has_more: z.boolean(),
});
const isCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(catalogue, code);
const Refused = z.object({
  error: z.object({
    message: z.string(),
    // A newer gateway may have further codes.
    code: z.custom<ErrorCode>(isCode).catch('service_unavailable'),
  }),
});

export type FollowedEvent = z.output<typeof Page>['items'][number];

/** The source from options and environment. Throws ConfigError if one is missing. */
export function feedSourceOf(
  { url, key }: { readonly url?: string; readonly key?: string },
  environment: NodeJS.ProcessEnv,
): FeedSource {
  const base = url ?? environment['FUNDGATE_URL'];
  const apiKey = key ?? environment['FUNDGATE_API_KEY'];
  if (base === undefined || !isWebUrl(base))
    throw new ConfigError(
      'Say where the gateway is: --url or FUNDGATE_URL, such as https://funding.example.com.',
    );
  if (apiKey === undefined || apiKey === '')
    throw new ConfigError('Say which API key to use: FUNDGATE_API_KEY, or --key, which others may see.');
  return { url: withoutTrailingSlashes(base), apiKey };
}

/** Follows the feed over HTTP, as any client does: events in their order, from a cursor on. */
export async function* followFeed(source: FeedSource, options: FeedOptions): AsyncGenerator<FollowedEvent> {
  const { types, subject, wait } = options;
  let { after } = options;
  for (;;) {
    const query = new URLSearchParams({
      limit: '100',
      ...(after !== undefined && { after }),
      ...(types !== undefined && { types }),
      ...(subject !== undefined && { subject }),
      ...(wait && { wait: String(WAIT_SECONDS) }),
    });
    const page = await readPage(source, query);
    if (page === null) {
      if (!wait) throw refusal('service_unavailable', 'The gateway cannot be reached.');
      options.onRetry();
      await setTimeout(RETRY_MS);
      continue;
    }
    yield* page.items;
    after = page.next_cursor;
    if (!wait && !page.has_more) return;
  }
}

const NO_GATEWAY = { message: 'What answers there is no gateway.', code: 'service_unavailable' } as const;

/** Null if the gateway does not answer, or says that it cannot at the moment. Throws what it refuses. */
async function readPage({ url, apiKey }: FeedSource, query: URLSearchParams) {
  const answer = await fetch(`${url}/v1/events?${query}`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(WAIT_SECONDS * 1_000 + ANSWER_TIMEOUT_MS),
  }).catch(() => null);
  if (answer === null || answer.status === 429 || answer.status >= 500) return null;
  const body: unknown = await answer.json().catch(() => null);
  const page = Page.safeParse(body);
  if (answer.ok && page.success) return page.data;
  const refused = Refused.safeParse(body);
  const { message, code } = refused.success ? refused.data.error : NO_GATEWAY;
  throw refusal(code, `The gateway refused the request: ${message}`);
}
