import type { Command } from 'commander';
import { ConfigError } from '../../../kernel/config-error.ts';
import { isSecret, makeSecret, SUBSCRIBABLE } from '../../../nouns/webhook/endpoint/endpoint.rules.ts';
import { webhookHeaders } from '../../../nouns/webhook/sending/sign.ts';
import { isWebUrl } from '../../../kernel/url.ts';
import { feedSourceOf, followFeed } from '../session/feed-client.ts';
import { choiceOption } from '../options/choice-option.ts';
import { numberOf } from '../options/option-value.ts';
import type { Session } from '../session/session.ts';

/** As long as the gateway waits for a receiver. */
const FORWARD_TIMEOUT_MS = 15_000;

interface ListenOptions {
  readonly forward?: string;
  readonly url?: string;
  readonly key?: string;
  readonly secret?: string;
  readonly after: string;
  readonly types?: string;
  readonly events?: number;
}

/**
 * `webhook listen`: follows the feed with a partner's key and posts each event to the developer's own machine, signed as
 * a webhook is. It needs no database and no tunnel, since it asks the gateway and the gateway never calls it.
 */
export function addWebhookListen(webhook: Command, session: Session, environment: NodeJS.ProcessEnv): void {
  webhook
    .command('listen')
    .description(
      'post signed events to your own machine, with a partner’s key (FUNDGATE_URL, FUNDGATE_API_KEY)',
    )
    .option('--forward <url>', 'where to post, such as http://localhost:3000/hooks')
    .option('--url <url>', 'where the gateway is, in place of FUNDGATE_URL')
    .option('--key <api_key>', 'the API key, in place of FUNDGATE_API_KEY')
    .option('--secret <secret>', 'the secret to sign with (default: a new one, which is printed)')
    .option('--after <cursor>', 'begin after this cursor; "latest" is the end of the feed', 'latest')
    .addOption(
      choiceOption('--types <list>', 'only events of these types, with commas between them', SUBSCRIBABLE),
    )
    .option('--events <count>', 'stop after this number of events', numberOf)
    .action(async ({ forward, url, key, secret = makeSecret(), events, ...selected }: ListenOptions) => {
      const source = feedSourceOf(
        { ...(url !== undefined && { url }), ...(key !== undefined && { key }) },
        environment,
      );
      if (forward === undefined || !isWebUrl(forward))
        throw new ConfigError('Say where to post: --forward, such as http://localhost:3000/hooks.');
      if (!isSecret(secret))
        throw new ConfigError('The secret of --secret must be whsec_ and the base64 of 24 to 64 bytes.');
      session.say(`The secret is ${secret}`);
      const onRetry = () => session.say('The gateway cannot be reached; trying again.');
      const line = session.lines(['outcome', 'type', 'subject', 'event_id']);
      let left = events ?? Infinity;
      for await (const event of followFeed(source, { ...selected, wait: true, onRetry })) {
        const outcome = await post(event, forward, secret);
        const { event_id, type, subject } = event;
        line({ event_id, type, subject, outcome }, [outcome, type, subject, event_id]);
        left -= 1;
        if (left <= 0) return;
      }
    });
}

/** Posts an event once. Returns the result, as a status or in words. */
async function post(event: { readonly event_id: string }, url: string, secret: string): Promise<string> {
  const body = JSON.stringify(event);
  const headers = webhookHeaders({ eventId: event.event_id, at: new Date(), body }, [secret]);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return String(answer.status);
  } catch {
    return 'no answer';
  }
}
