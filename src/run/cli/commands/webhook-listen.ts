import { z } from 'zod';
import { makeSecret } from '../../../client/node/sign.ts';
import { FEED, forwardFeed } from '../session/feed.ts';
import { command } from './command.ts';

/**
 * `webhook listen` follows the feed with a partner's key and posts each event to the developer's machine, signed like a
 * webhook. It needs no database. It also needs no tunnel, because it asks the gateway and the gateway never calls it.
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
      .describe('The secret that signs; if absent, a new one is made and printed.'),
    after: z.string().default('latest').describe('Begin after this cursor; "latest" is the end of the feed.'),
    events: z.int().min(1).optional().describe('Stop after this number of events.'),
  }),
  async run(session, { secret = makeSecret(), ...listening }) {
    const forwarded = forwardFeed(session, { ...listening, secret });
    // Said at once, because the first event may take hours.
    session.say(`The secret is ${secret}`);
    const line = session.lines(['outcome', 'type', 'subject', 'event_id']);
    for await (const { event, outcome } of forwarded) {
      const { event_id, type, subject } = event;
      line({ event_id, type, subject, outcome }, [outcome, type, subject, event_id]);
    }
  },
});
