import { z } from 'zod';
import { type EventType, eventTypes, isEventType } from '../../trail/record/event-types.ts';
import { isForPartners, unwithheld } from '../../trail/record/withheld.ts';
import { integerField, textField } from '../../kernel/input/fields.ts';
import { lookupId } from '../../kernel/id.ts';
import { SUBJECT_NOUNS } from '../../kernel/nouns.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { pageInput } from '../../pipeline/rows/find-page.ts';
import { cursorField } from './feed/feed-cursor.ts';

const moment = () =>
  z.iso
    .datetime({ offset: true, error: 'must be a moment such as 2026-01-31T00:00:00Z' })
    .transform((text) => new Date(text));

/** An empty list is refused on all lists: it may be the rest of a filter that went wrong, and would select everything. */
const NO_TYPE = 'must have at least one type';

const FILTERS = {
  partner_id: textField().nullish(),
  /** `noun/id`, such as `customer/cus_…`. */
  subject: textField().nullish(),
  actor: textField().nullish(),
  /** Events of any of these types. */
  types: z.array(z.enum(eventTypes)).min(1, NO_TYPE).max(eventTypes.length).nullish(),
  /** Inclusive. */
  created_from: moment().nullish(),
  /** Exclusive. */
  created_to: moment().nullish(),
};

export const EventFilter = z.strictObject(FILTERS);
export type EventFilter = z.output<typeof EventFilter>;

export const ListEventsInput = pageInput('evt', FILTERS);

/** The types that are offered: those of events that partners see. Operators may name the others too. */
export const OFFERED = eventTypes.filter(isForPartners);

/** One type, or several with commas between them. */
function typesField() {
  return z
    .custom<unknown>()
    .meta({ type: 'array', items: { type: 'string', enum: OFFERED } })
    .transform((value, { issues }): readonly EventType[] => {
      const words: readonly unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
      // Only GraphQL has a list without items.
      if (words.length === 0) issues.push({ code: 'custom', message: NO_TYPE, input: value });
      words.forEach((word, index) => {
        if (typeof word === 'string' && isEventType(word)) return;
        const message = `must be one of ${OFFERED.join(', ')}`;
        // Without a code the error would say that the item is missing: a query parameter is one text and has no items.
        const params = { code: 'parameter_invalid' };
        issues.push({ code: 'custom', message, input: value, path: [index], params });
      });
      return eventTypes.filter((type) => words.includes(type));
    });
}

/** `noun/id`, or `noun/id/read`, which operators see for reads; the record need not exist. */
const subjectField = () =>
  z.string().refine((text) => {
    const [noun = '', id = '', ...rest] = unwithheld(text).split('/');
    return rest.length === 0 && id !== '' && lookupId(id) === id && SUBJECT_NOUNS.has(noun);
  }, 'must be a noun and an id with a slash between them, as events show it');

/** The part of the feed after a cursor, oldest first. Without a cursor it begins with the first event. */
export const EventFeedInput = z.strictObject({
  after: cursorField().nullish(),
  limit: integerField(1, PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
  subject: subjectField().nullish(),
  types: typesField().nullish(),
});
export type EventFeedInput = z.output<typeof EventFeedInput>;

/** Seconds that a request may wait for an event; proxies close connections that are silent for a minute. */
export const FEED_WAIT_MAX_SECONDS = 30;
