import { z } from 'zod';
import { ConfigError } from '../../config/config.ts';
import { isWebUrl } from '../../../kernel/url.ts';
import { isSecret, makeSecret } from '../../../nouns/webhook/endpoint/endpoint.rules.ts';
import { webhookHeaders } from '../../../nouns/webhook/sending/sign.ts';
import { FEED, followFeed } from '../feed.ts';
import { command } from './command.ts';

/** As long as the gateway waits for a receiver. */
const FORWARD_TIMEOUT_MS = 15_000;

/**
 * `webhook listen`: follows the feed with a partner's key and posts each event to the developer's own machine, signed as
 * a webhook is. It needs no database and no tunnel, since it asks the gateway and the gateway never calls it.
 */
export const webhookListen = command({
  name: 'listen',
  says: 'post signed events to your own machine, with a partner’s key (FUNDGATE_URL, FUNDGATE_API_KEY)',
  takes: z.strictObject({
    forward: z.string().default('').describe('Where to post, such as http://localhost:3000/hooks.'),
    ...FEED,
    secret: z
      .string()
      .optional()
      .describe('The secret to sign with; without it a new one, which is printed.'),
    after: z.string().default('latest').describe('Begin after this cursor; "latest" is the end of the feed.'),
    events: z.int().min(1).optional().describe('Stop after this number of events.'),
  }),
  async run(session, { forward, secret = makeSecret(), events = Infinity, ...selected }) {
    const feed = followFeed(session, { ...selected, wait: true });
    if (!isWebUrl(forward)) throw new ConfigError(NO_FORWARD);
    if (!isSecret(secret)) throw new ConfigError(NO_SECRET);
    session.say(`The secret is ${secret}`);
    const line = session.lines(['outcome', 'type', 'subject', 'event_id']);
    let left = events;
    for await (const event of feed) {
      const outcome = await post(event, forward, secret);
      const { event_id, type, subject } = event;
      line({ event_id, type, subject, outcome }, [outcome, type, subject, event_id]);
      left -= 1;
      if (left <= 0) return;
    }
  },
});

const NO_FORWARD = 'Say where to post: --forward, such as http://localhost:3000/hooks.';
const NO_SECRET = 'The secret of --secret must be whsec_ and the base64 of 24 to 64 bytes.';

/** Posts an event once. Returns the result, as a status or in words. */
async function post(event: { readonly event_id: string }, url: string, secret: string): Promise<string> {
  const body = JSON.stringify(event);
  const headers = webhookHeaders({ eventId: event.event_id, at: new Date(), body }, [secret]);
  const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return String(response.status);
  } catch {
    return 'no answer';
  }
}
