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
    const [above, below] = customersAt(bounds);
    const owner = valueOf(partner);
    const nouns = sql.join(
      types.map((type) => sql`select ${subjectsOf(type)} as noun`),
      sql` union all `,
    );
    // The events of the last customer may be cut in two, but not those before the last row.
    return sql`(
      select ${COLUMNS} from (
        select partner_id as owner, id as customer from customer
        where (partner_id, id) > (${owner}, ${valueOf(above)}) and (partner_id, id) < (${owner}, ${valueOf(below)})
          and ${expected(sql`substr(id, 30) = '0'`)}
      ) as each cross join (${nouns}) as nouns cross join event
      where event.subject = nouns.noun || each.customer and event.sequence = 1
        and ${expected(sql`event.partner_id = ${owner} and ${beside(bounds)}`)}
        and ${allOf([...filters, ...conditions])}
      order by each.owner ${directionOf(bounds)}, each.customer ${directionOf(bounds)}
      limit ${rowsOf(bounds, types.length - 1)})`;
  };

/** First events of a type that are beside customers of all partners, or beside customers that a purge removed. */
export const besideSubjects =
  (type: EventType, filters: readonly Condition[]): Scan =>
  (conditions, bounds) => {
    const [above, below] = customersAt(bounds).map((customer) => valueOf(subjectsOf(type) + customer));
    return sql`(
      select ${COLUMNS} from event
      where (subject, sequence) > (${above}, 0) and (subject, sequence) < (${below}, 0) and sequence = 1
        and ${expected(sql`substr(subject, length(subject), 1) = '0'`)} and ${expected(beside(bounds))} and ${allOf([...filters, ...conditions])}
      order by subject ${directionOf(bounds)}, sequence ${directionOf(bounds)}
      limit ${rowsOf(bounds)})`;
  };

const COLUMNS = sql.raw(ALL_OF_EVENT.join(', '));

const beside = ({ above, below }: Bounds) =>
  sql`${sql.raw(OF_EVENTS_BESIDE)} and event.id > ${valueOf(above)} and event.id < ${valueOf(below)}`;

/**
 * A condition that most rows meet. No planner looks into this form: PostgreSQL expects that half of the rows meet it. If
 * it expected a few, it would read all rows and sort them.
 */
const expected = (condition: RawBuilder<unknown>): Condition => sql`coalesce(${condition}, false)`;

/** What the subjects of the events of a type begin with. */
const subjectsOf = (type: EventType): string => `${nounOfFirst(type)}/`;

/** The bounds of the customers beside which the events within bounds are, both exclusive. */
const customersAt = ({ above, below }: Bounds) =>
  [`cus_${above.slice(4, -1)}`, `cus_${below.slice(4, -1)}~`] as const;
