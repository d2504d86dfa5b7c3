import { z } from 'zod';
import { digits, rawQuery } from '../../../engine/http/read-query.ts';
import { integerField } from '../../../kernel/input/fields.ts';
import { execute } from '../../../pipeline/execute.ts';
import { authorize } from '../../../pipeline/precheck.ts';
import { validateInput } from '../../../pipeline/validate-input.ts';
import { withIgnored } from '../../../pipeline/rest-kit/ignored-input.ts';
import { replyJson } from '../../../pipeline/rest-kit/reply.ts';
import type { Route } from '../../../pipeline/rest-kit/route.ts';
import { EventFeedInput, FEED_WAIT_MAX_SECONDS } from '../event.input.ts';
import { type FeedView, readEventFeed } from '../event.operations.ts';
import { EventView } from '../event.present.ts';
import { LATEST } from '../feed-cursor.ts';
import { readOrWait } from './wait-for-event.ts';

const query = z.strictObject({
  ...EventFeedInput.shape,
  limit: digits(EventFeedInput.shape.limit),
  wait: digits(
    integerField(0, FEED_WAIT_MAX_SECONDS).default(0).meta({
      description:
        'How many seconds the request waits if there is no event yet. The response comes with the first event.',
    }),
  ),
});

export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    summary: 'Follow what happens to your records, oldest first',
    tag: 'Events',
    access: 'key',
    isList: true,
    describe: {
      operationId: readEventFeed.name,
      query,
      response: z
        .strictObject({
          items: z.array(EventView),
          next_cursor: z.string().meta({ description: 'Send it as `after` to get the next events.' }),
          has_more: z.boolean().meta({
            description:
              'Whether more events exist already. With a filter, a page can then have few items or none.',
          }),
        })
        .meta({ id: 'EventPage' }),
      errors: ['cursor_ahead'],
    },
    async handle({ gateway, request, requestId, pathAndQuery, caller }) {
      authorize(readEventFeed, caller);
      const reader = { db: gateway.database.reads, caller, mayIgnore: true };
      const { input, ...ignoredInput } = await validateInput(query, rawQuery(pathAndQuery), reader);
      const { wait, ...part } = input;
      const seconds = part.after === LATEST ? 0 : Number(wait);
      const call = { caller, requestId, ids: {}, input: part, ofChange: seconds > 0 };
      const read = async () => (await execute(gateway, readEventFeed, call)).view;
      const view =
        seconds === 0
          ? await read()
          : await readOrWait(gateway, { caller, filter: part, seconds, gone: request.signal }, async () => {
              const found = await read();
              return { found, isEmpty: found.items.length === 0 && !found.has_more };
            });
      return withIgnored(replyJson(bodyOf(view)), [ignoredInput]);
    },
  },
];

const bodyOf = ({ items, next_cursor, has_more }: FeedView) => ({
  items: items.map(({ event }) => event),
  next_cursor,
  has_more,
});
