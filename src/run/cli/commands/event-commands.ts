import { z } from 'zod';
import { FEED, followFeed } from '../session/feed.ts';
import { command } from './command.ts';

const HEADINGS = ['created_at', 'type', 'subject', 'actor', 'data'];

/** `events follow` has the rights of its API key and needs no access to the machine of the gateway. */
export default {
  says: 'the feed of events',
  commands: [
    command({
      name: 'follow',
      says: 'print events as they are committed, with a partner’s key (FUNDGATE_URL, FUNDGATE_API_KEY)',
      takes: z.strictObject({
        ...FEED,
        after: z
          .string()
          .optional()
          .describe(
            'Begin after this cursor; "latest" is the end of the feed. Without a cursor it begins with the first event.',
          ),
        subject: z.string().optional().describe('Only events of this record, such as customer/cus_...'),
        wait: z.boolean().default(true).describe('Stop at the end of the feed.'),
      }),
      async run(session, given) {
        const line = session.lines(HEADINGS);
        for await (const event of followFeed(session, given)) {
          const { created_at, type, subject, actor, data } = event;
          line(event, [created_at, type, subject, actor, JSON.stringify(data)]);
        }
      },
    }),
  ],
};
