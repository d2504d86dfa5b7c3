import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { refusal } from '../kernel/errors.ts';
import { withoutTrailingSlashes } from '../kernel/url.ts';
import { makeSecret } from '../webhook/endpoint.rules.ts';
import { webhookHeaders } from '../webhook/sign.ts';
import { listOf, numberOf } from './option-value.ts';
import type { Session } from './session.ts';

const BASE_URL_DEFAULT = 'http://127.0.0.1:4000';
/** How long the gateway holds a request open until there is an event. */
const FEED_WAIT_SECONDS = 25;
/** Longer than that, so that only a gateway that hangs is given up. */
const FEED_TIMEOUT_MS = 40_000;
const FORWARD_TIMEOUT_MS = 15_000;
/** Between two attempts to reach a gateway that does not answer. */
const AGAIN_MS = 1_000;

interface ListenOptions {
  readonly forward: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly secret?: string;
  readonly after: string;
  readonly types?: string[];
  readonly events?: number;
}

/**
 * `webhook listen`: follows the feed with a partner's key and posts each event to the developer's own machine, signed as
 * a webhook is. It needs no database and no tunnel, since it asks the gateway and the gateway never calls it.
 */
export function addWebhookListen(webhook: Command, session: Session, environment: NodeJS.ProcessEnv): void {
  webhook
    .command('listen')
    .description('follow the feed with a partner’s key and post signed events to a URL on your machine')
    .requiredOption('--forward <url>', 'where to post, such as http://localhost:3000/hooks')
    .option('--base-url <url>', `of the gateway; BASE_URL, or ${BASE_URL_DEFAULT} without it`)
    .option('--api-key <key>', 'of the partner; API_KEY without it')
    .option('--secret <secret>', 'to sign with; a new one, which is printed, without it')
    .option('--after <cursor>', 'begin after this cursor of the feed, or with what comes: latest', 'latest')
    .option('--types <list>', 'only these types of event, with commas between them', listOf)
    .option('--events <count>', 'end after so many events', numberOf)
    .action(async (options: ListenOptions) => {
      const apiKey = options.apiKey ?? environment['API_KEY'];
      if (apiKey === undefined) throw misused('An API key is missing: --api-key, or API_KEY.');
      if (!URL.canParse(options.forward)) throw misused('--forward must be a URL.');
      const baseUrl = withoutTrailingSlashes(options.baseUrl ?? environment['BASE_URL'] ?? BASE_URL_DEFAULT);
      if (!URL.canParse(baseUrl)) throw misused('--base-url must be a URL.');
      const secret = options.secret ?? makeSecret();
      session.say(`The secret is ${secret}`);
      await forwardFeed(session, { ...options, apiKey, baseUrl, secret });
    });
}

const misused = (sentence: string) => refusal('parameter_invalid', sentence);

type Forwarding = ListenOptions & Record<'apiKey' | 'baseUrl' | 'secret', string>;

const Page = z.object({
  items: z.array(z.looseObject({ event_id: z.string(), type: z.string() })),
  next_cursor: z.string(),
});
const Refused = z.object({ error: z.object({ message: z.string() }) });

async function forwardFeed(session: Session, options: Forwarding): Promise<void> {
  let { after } = options;
  let left = options.events ?? Infinity;
  while (left > 0) {
    const page = await readFeed(session, options, after);
    for (const event of page.items.slice(0, left)) {
      left -= 1;
      const outcome = await forward(event, options);
      session.print({ event_id: event.event_id, type: event.type, outcome }, [
        [event.event_id, event.type, outcome],
      ]);
    }
    after = page.next_cursor;
  }
}

/** The next page of the feed; it waits for a gateway that does not answer. */
async function readFeed(
  session: Session,
  { baseUrl, apiKey, types }: Forwarding,
  after: string,
): Promise<z.output<typeof Page>> {
  const query = new URLSearchParams({
    after,
    ...(after !== 'latest' && { wait: String(FEED_WAIT_SECONDS) }),
    ...(types !== undefined && { types: types.join(',') }),
  });
  for (let isFirst = true; ; isFirst = false) {
    const response = await fetch(`${baseUrl}/v1/events?${query}`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(FEED_TIMEOUT_MS),
    }).catch(() => null);
    const body: unknown = await response?.json().catch(() => null);
    if (response?.ok === true) return Page.parse(body);
    const mayRecover = response === null || response.status >= 500 || response.status === 429;
    if (!mayRecover)
      throw misused(Refused.safeParse(body).data?.error.message ?? 'The gateway refused the request.');
    if (isFirst) session.say('The gateway does not answer; trying again.');
    await wait(AGAIN_MS);
  }
}

/** Posts an event once; what came of it, in a word or a number. */
async function forward(
  event: { readonly event_id: string },
  { forward: url, secret }: Forwarding,
): Promise<string> {
  const body = JSON.stringify(event);
  const headers = webhookHeaders({ eventId: event.event_id, at: new Date(), body }, [secret]);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch {
    return 'no answer';
  }
}
