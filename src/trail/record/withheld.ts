import { type RawBuilder, sql } from 'kysely';
import { NOUNS } from '../../kernel/nouns.ts';
import { type EventType, kindOf } from './event-types.ts';

const WITHHELD = '/read';

/** Whether only operators see events of a type. */
export const isWithheld = (type: EventType): boolean => kindOf(type).shows === null;

const OF_PROVIDER = Object.values(NOUNS).flatMap((row) => ('ofProvider' in row ? [`${row.subject}.`] : []));

/** Whether partners see events of a type. */
export const isForPartners = (type: EventType): boolean =>
  !isWithheld(type) && !OF_PROVIDER.some((noun) => type.startsWith(noun));

/**
 * The subject or partner id under which an event for operators only is stored: `kyc/cus_.../read`, `par_.../read`.
 * Under the subject itself a partner would see gaps in the sequence. The separate name also keeps the event out of the
 * partner's lists without a filter.
 */
export const withheld = (name: string): string => name + WITHHELD;

/** Like `withheld`, in SQL. */
export const withheldSubject = (subject: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`${subject} || ${sql.lit(WITHHELD)}`;

/** Like `unwithheld`, in SQL. */
export const unwithheldName = (name: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`replace(${name}, ${sql.lit(WITHHELD)}, '')`;

/** The name without the suffix of `withheld`, if it has it. */
export const unwithheld = (name: string): string =>
  name.endsWith(WITHHELD) ? name.slice(0, -WITHHELD.length) : name;

/** The partner that an event is about, also for events that only operators see. */
export function partnerOf({ partner_id }: { readonly partner_id: string | null }): string | null {
  return partner_id === null ? null : unwithheld(partner_id);
}
