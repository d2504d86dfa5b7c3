import { type RawBuilder, sql } from 'kysely';
import type { EventType } from '../../trail/record/event-types.ts';
import { ALL_OF_EVENT } from '../../trail/record/event-row.ts';
import { nounOfFirst, OF_EVENTS_BESIDE } from '../../trail/record/later-events.ts';
import { allOf, type Bounds, type Condition, directionOf, rowsOf, valueOf } from './page-bounds.ts';
import type { Scan } from './scan-events.ts';

/**
 * First events of some types that are beside the customers of a partner. They are found by these, in the index of their
 * list: the order of the customers is that of the events.
 */
export const besideCustomers =
  (partner: string, types: readonly EventType[], filters: readonly Condition[]): Scan =>
  (conditions, bounds) => {
    const owner = valueOf(partner);
    const [above, below] = customersAt(bounds);
    const direction = directionOf(bounds);
    const subjects = types.map((type) => sql`${subjectsOf(type)} || customer`);
    // The events of the last customer may be cut in two, but not those before the last row.
    return sql`(
      select ${COLUMNS} from (select partner_id as owner, id as customer from customer) as each cross join event
      where (owner, customer) > (${owner}, ${above}) and (owner, customer) < (${owner}, ${below})
        and ${oftenTrue(sql`substr(customer, 30) = '0'`)}
        and event.subject in (${sql.join(subjects)}) and event.sequence = 1
        and ${oftenTrue(sql`event.partner_id = ${owner} and ${beside(bounds)}`)}
        and ${allOf([...filters, ...conditions])}
      order by owner ${direction}, customer ${direction}
      limit ${rowsOf(bounds, types.length - 1)})`;
  };

/** First events of a type that are beside customers of all partners, or beside customers that a purge removed. */
export const besideSubjects =
  (type: EventType, filters: readonly Condition[]): Scan =>
  (conditions, bounds) => {
    const [above, below] = customersAt(bounds).map((customer) => sql`${subjectsOf(type)} || ${customer}`);
    const direction = directionOf(bounds);
    return sql`(
      select ${COLUMNS} from event
      where (subject, sequence) > (${above}, 0) and (subject, sequence) < (${below}, 0) and sequence = 1
        and ${oftenTrue(sql`substr(subject, length(subject), 1) = '0'`)}
        and ${oftenTrue(beside(bounds))}
        and ${allOf([...filters, ...conditions])}
      order by subject ${direction}, sequence ${direction}
      limit ${rowsOf(bounds)})`;
  };

const COLUMNS = sql.raw(ALL_OF_EVENT.join(', '));

const beside = ({ above, below }: Bounds) =>
  sql`${sql.raw(OF_EVENTS_BESIDE)} and event.id > ${above} and event.id < ${below}`;

/**
 * A condition that most rows meet, in a form that tells planners nothing. Then PostgreSQL expects that half of the rows
 * meet it, and reads them in order up to the limit. If it expected a few, it would read all rows and sort them.
 */
const oftenTrue = (condition: RawBuilder<unknown>): Condition => sql`coalesce(${condition}, false)`;

/** What the subjects of the events of a type begin with. */
const subjectsOf = (type: EventType): string => `${nounOfFirst(type)}/`;

/** The bounds of the customers beside which the events within bounds are, both exclusive. */
const customersAt = ({ above, below }: Bounds) =>
  [sql`'cus_' || substr(${above}, 5, 25)`, sql`'cus_' || substr(${below}, 5, 25) || '~'`] as const;
