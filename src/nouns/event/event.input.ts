import { z } from 'zod';
import { type EventType, eventTypes, isEventType } from '../../trail/record/event-types.ts';
import { isForPartners, unwithheld } from '../../trail/record/withheld.ts';
import { descriptionOf } from '../../kernel/input/description.ts';
import { textField } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { lookupId } from '../../kernel/id.ts';
import { SUBJECT_NOUNS } from '../../kernel/nouns.ts';
import { limitField, pageInput } from '../../pipeline/rows/find-page.ts';
import { cursorField } from './feed-cursor.ts';

const moment = () =>
  z.iso
    .datetime({ offset: true, error: 'must be a moment such as 2026-01-31T00:00:00Z' })
    .transform((text) => new Date(text));

/** An empty list is refused on all lists. It may be the rest of a wrong filter, and would select everything. */
const NO_TYPE = 'must have at least one type';

/** The filters of the list of events. */
export const EVENT_FILTERS = {
  subject: textField().describe('Only events of this record, such as `customer/cus_...`.').nullish(),
  actor: textField()
    .describe('Only what this actor did; write the actor as `Event.actor` shows it.')
    .nullish(),
  types: z
    .array(typeNamed('EventType', z.enum(eventTypes)))
    .min(1, NO_TYPE)
    .max(eventTypes.length)
    .describe('Only events of one of these types.')
    .nullish(),
  created_from: typeNamed('DateTime', moment()).describe('From this moment on.').nullish(),
  created_to: typeNamed('DateTime', moment()).describe('Before this moment.').nullish(),
};

export const EventFilter = z.strictObject({ partner_id: textField().nullish(), ...EVENT_FILTERS });
export type EventFilter = z.output<typeof EventFilter>;

export const ListEventsInput = pageInput('evt', EventFilter.shape);

/** The types that the documentation offers: the types that partners see. Operators may name the others too. */
export const OFFERED = eventTypes.filter(isForPartners);

/** One type, or several separated by commas. */
function typesField() {
  return z
    .custom<unknown>()
    .meta({ type: 'array', items: { type: 'string', enum: OFFERED } })
    .transform((value, { issues }): readonly EventType[] => {
      const words: readonly unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
      // Only GraphQL can send an empty list.
      if (words.length === 0) issues.push({ code: 'custom', message: NO_TYPE, input: value });
      words.forEach((word, index) => {
        if (typeof word === 'string' && isEventType(word)) return;
        const message = `must be one of ${OFFERED.join(', ')}`;
        // Without a code the error would say that the item is missing, because a query parameter is one text and has no
        // items.
        const params = { code: 'parameter_invalid' };
        issues.push({ code: 'custom', message, input: value, path: [index], params });
      });
      return eventTypes.filter((type) => words.includes(type));
    });
}

/** `noun/id`, or `noun/id/read`, which operators see for reads. The record need not exist. */
const subjectField = () =>
  z.string().refine((text) => {
    const [noun = '', id = '', ...rest] = unwithheld(text).split('/');
    return rest.length === 0 && id !== '' && lookupId(id) === id && SUBJECT_NOUNS.has(noun);
  }, 'must be a noun and an id with a slash between them, as events show it');

/** The part of the feed after a cursor, oldest first. Without a cursor it begins with the first event. */
export const EventFeedInput = z.strictObject({
  after: cursorField()
    .nullish()
    .describe(
      '`next_cursor` of the previous response, or `latest` for the end of the feed; the first event when absent.',
    ),
  limit: limitField(),
  subject: subjectField()
    .nullish()
    .describe(descriptionOf(EVENT_FILTERS.subject) ?? ''),
  types: typesField()
    .nullish()
    .describe(descriptionOf(EVENT_FILTERS.types) ?? ''),
});
export type EventFeedInput = z.output<typeof EventFeedInput>;

/** Seconds that a request may wait for an event. Proxies close connections after a silent minute. */
export const FEED_WAIT_MAX_SECONDS = 30;
