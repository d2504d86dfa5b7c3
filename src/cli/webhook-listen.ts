import type { Command } from 'commander';
import { makeSecret } from '../webhook/endpoint.rules.ts';
import { webhookHeaders } from '../webhook/sign.ts';
import {
  API_KEY_SAYS,
  BASE_URL_SAYS,
  type FeedSource,
  feedSourceOf,
  followFeed,
  misused,
  NO_ANSWER,
} from './feed-client.ts';
import { listOf, numberOf } from './option-value.ts';
import type { Session } from './session.ts';

const FORWARD_TIMEOUT_MS = 15_000;

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
    .option('--base-url <url>', BASE_URL_SAYS)
    .option('--api-key <key>', API_KEY_SAYS)
    .option('--secret <secret>', 'to sign with; a new one, which is printed, without it')
    .option('--after <cursor>', 'begin after this cursor of the feed, or with what comes: latest', 'latest')
    .option('--types <list>', 'only these types of event, with commas between them', listOf)
    .option('--events <count>', 'end after so many events', numberOf)
    .action(async (options: ListenOptions) => {
      const source = feedSourceOf(options, environment);
      if (!URL.canParse(options.forward)) throw misused('--forward must be a URL.');
      const secret = options.secret ?? makeSecret();
      session.say(`The secret is ${secret}`);
      await forwardFeed(session, { ...options, source, secret });
    });
}

type Forwarding = ListenOptions & { readonly source: FeedSource; readonly secret: string };

async function forwardFeed(session: Session, options: Forwarding): Promise<void> {
  const { source, after, types, events = Infinity } = options;
  let left = events;
  const onRetry = () => session.say(NO_ANSWER);
  const feed = followFeed(source, { after, ...(types && { types: types.join(',') }), wait: true, onRetry });
  for await (const event of feed) {
    const outcome = await forward(event, options);
    session.print({ event_id: event.event_id, type: event.type, outcome }, [
      [event.event_id, event.type, outcome],
    ]);
    left -= 1;
    if (left <= 0) return;
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
