import { type EventType, eventTypes, kindOf } from '../../trail/record/event-types.ts';
import { actorNameField } from '../api-key/viewer/actor-name.graphql.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { connectionOf, defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { pageArgs, pageArguments, pageArgumentsSchema } from '../../pipeline/graphql-kit/page-arguments.ts';
import { byPartner, runs, upTo } from '../../pipeline/graphql-kit/field-facts.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { nodeFinder, NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { EVENT_FILTERS } from './event.input.ts';
import { getEvent, listEvents } from './event.operations.ts';
import { EventView } from './event.present.ts';
import { enumOfValues } from '../../pipeline/graphql-kit/enum.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const EventObject = objectNamed<EventView>('Event');

/** Enough for the longest `data`: twenty documents, each with its replacement. */
const EVENT_DATA_SIZE = { bytes: 4 * 1024 };

/** Its members: `kyc.status_changed` becomes `KYC_STATUS_CHANGED`. */
export const EventTypeEnum = enumOfValues<EventType>(
  'EventType',
  'What can happen to records.',
  Object.fromEntries(
    eventTypes.map((value) => [
      value.replace('.', '_').toUpperCase(),
      { value, description: `${kindOf(value).means}.` },
    ]),
  ),
);

export const eventNode = nodeFinder('evt', getEvent, (event_id) => ({ event_id }));

/** The trail in GraphQL: what happened to which record, who did it, and when. */
export function defineEvent(builder: Builder): void {
  builder.objectType(EventObject, {
    description: 'A record of what happened, written together with the change and never altered.',
    extensions: shownBy(EventView),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('event_id'),
      type: t.expose('type', { type: EventTypeEnum, description: 'What happened.' }),
      subject: t.exposeString('subject'),
      sequence: t.exposeInt('sequence'),
      partnerId: t.exposeID('partner_id', { nullable: true }),
      actor: t.exposeString('actor', {
        description:
          'Who did it: the id of a key, `session/` and the id of an operator, `cli` or `clock`. A partner sees `operator` for everyone who acts for the provider.',
      }),
      actorName: t.string(actorNameField),
      requestId: t.exposeString('request_id', { nullable: true }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      data: t.expose('data', {
        type: 'JSONObject',
        extensions: upTo(EVENT_DATA_SIZE),
        description: 'Names of fields, states, ids and counts, spelled as in REST, but never personal data.',
      }),
    }),
  });
  const connection = defineConnection(builder, 'Event', EventObject, { isCounted: false });
  const filter = listFilter(builder, { name: 'EventFilter', of: 'events', rows: EVENT_FILTERS });
  builder.queryField('events', (t) =>
    t.field({
      type: connection,
      description:
        'Newest first, for browsing. To follow what happens, use eventFeed or the subscription: a cursor here is an ' +
        'id, which shows when a change began, so an event may still appear before it.',
      args: { ...builder.args(pageArgs), filter: t.arg(filter.argument) },
      validate: { schema: pageArgumentsSchema('evt') },
      extensions: { ...runs(listEvents), ...byPartner() },
      resolve: async (_root, args, context) => {
        const { filters, owner_id: partner_id } = filter.read(args.filter);
        const input = { ...pageArguments(args), ...filters, partner_id };
        const page = await runQuery(context, listEvents, { ids: {}, input });
        return connectionOf(page, 'event_id');
      },
    }),
  );
}
