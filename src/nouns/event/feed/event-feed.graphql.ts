import { z } from 'zod';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { refusalOfArguments } from '../../../pipeline/graphql-kit/argument-refusal.ts';
import { runs, type UnfitCall } from '../../../pipeline/graphql-kit/field-facts.ts';
import { runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { EventTypeEnum, EventObject } from '../event.graphql.ts';
import { type Delivery, followEvents } from './follow-events.ts';
import { EventFeedInput } from '../event.input.ts';
import { type FeedView, readEventFeed } from '../event.operations.ts';

const { after, subject } = EventFeedInput.shape;
const size = z.int().min(1).max(PAGE_LIMIT_MAX).nullish();
const feedArguments = z.looseObject({ after, first: size, subject });

/** The feed in GraphQL: events in the order of their commits, beginning after a cursor. */
export function defineEventFeed(builder: Builder): void {
  const page = builder.objectRef<FeedView>('EventFeedPage').implement({
    description: 'A part of the feed.',
    fields: (t) => ({
      events: t.field({
        type: [EventObject],
        description: 'The oldest first.',
        resolve: ({ items }) => items.map((item) => item.event),
      }),
      nextCursor: t.exposeString('next_cursor', { description: 'Pass it as after to get the next events.' }),
      hasMore: t.exposeBoolean('has_more', {
        description:
          'Whether more events exist already. With a filter, a page can then have few events or none.',
      }),
    }),
  });
  builder.queryField('eventFeed', (t) =>
    t.field({
      type: page,
      description:
        'Events in the order of their commits, oldest first, after a cursor or from the beginning: nothing is skipped ' +
        'and nothing comes twice.',
      args: {
        after: t.arg.string({ description: 'A cursor of the feed, or latest for the end of the feed.' }),
        first: t.arg.int({
          description: `How many events at most, 1 to ${PAGE_LIMIT_MAX}; ${PAGE_LIMIT_DEFAULT} when it is not given.`,
        }),
        types: t.arg({ type: [EventTypeEnum], description: 'Only events of one of these types.' }),
        subject: t.arg.string({ description: 'Only events of this record, such as customer/cus_...' }),
      },
      validate: { schema: feedArguments },
      extensions: {
        ...runs(readEventFeed),
        refusalOf: async ({ args }: UnfitCall) => {
          const { error } = feedArguments.safeParse(args);
          return error === undefined ? null : refusalOfArguments(error, args);
        },
      },
      resolve: (_root, { first, ...filter }, context) =>
        runQuery(context, readEventFeed, {
          ids: {},
          input: { ...filter, limit: first ?? PAGE_LIMIT_DEFAULT },
        }),
    }),
  );
  defineSubscription(builder);
}

function defineSubscription(builder: Builder): void {
  const delivery = builder.objectRef<Delivery>('EventDelivery').implement({
    description: 'An event of the feed and its cursor.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'Pass it as after to continue after this event.' }),
      event: t.expose('event', { type: EventObject, description: 'What happened.' }),
    }),
  });
  builder.subscriptionType({ description: 'What can be followed, by server-sent events.' });
  builder.subscriptionField('events', (t) =>
    t.field({
      type: delivery,
      description:
        'Events as they are committed. With after, or with the header Last-Event-ID of a client that comes again, it ' +
        'begins with the missed events.',
      args: {
        after: t.arg.string({
          description: 'A cursor of the feed. If absent, only new events come.',
        }),
        types: t.arg({ type: [EventTypeEnum], description: 'Only events of one of these types.' }),
        subject: t.arg.string({ description: 'Only events of this record, such as customer/cus_...' }),
      },
      extensions: runs(readEventFeed),
      subscribe: (_root, args, context) => {
        if (!context.stream) throw new Error('The response to a subscription is a stream.');
        return followEvents(context, args, context.stream);
      },
      resolve(payload, _args, context) {
        if (context.stream) context.stream.eventId = payload.cursor;
        return payload;
      },
    }),
  );
}
