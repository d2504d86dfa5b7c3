import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { leastId } from '../../kernel/id.ts';
import type { PageInput } from '../../pipeline/rows/find-page.ts';
import type { EventFilter } from './event.input.ts';

/** A condition on the rows of a page. */
export type Condition = RawBuilder<SqlBool>;

/** The range of a page's ids, both bounds exclusive, and how many rows to take from which end. */
export interface Bounds {
  readonly above: RawBuilder<string>;
  readonly below: RawBuilder<string>;
  readonly from: 'newest' | 'oldest';
  readonly rows: number;
}

/** The bounds of a page, and one row more, to see whether more follow. */
export function boundsOf({ created_from, created_to }: EventFilter, page: PageInput): Bounds {
  const above = [FIRST, page.ending_before ?? FIRST];
  const below = [LAST, page.starting_after ?? LAST];
  if (created_from instanceof Date) above.push(leastId('evt', created_from));
  if (created_to instanceof Date) below.push(leastId('evt', created_to));
  return {
    above: valueOf(above.toSorted().at(-1) ?? FIRST),
    below: valueOf(below.toSorted()[0] ?? LAST),
    from: page.from,
    rows: page.limit + 1,
  };
}

/** The bounds of what can still be in a page if the row with the id `last` fills it; its id is null if none does. */
export const boundsUpTo = (bounds: Bounds, last: RawBuilder<string>): Bounds =>
  bounds.from === 'newest'
    ? { ...bounds, above: sql`coalesce(${last}, ${bounds.above})` }
    : { ...bounds, below: sql`coalesce(${last}, ${bounds.below})` };

/** A value in a condition. SQLite would prepare a statement with a bare parameter again for each value. */
export const valueOf = (value: string): RawBuilder<string> => sql`${value} || ''`;

/** The limit of one scan, in the same form. */
export const rowsOf = ({ rows }: Bounds, more = 0): RawBuilder<number> => sql`${rows + more} + 0`;

/** All of the conditions. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  sql.join([sql`true`, ...conditions], sql` and `);

/** The direction of a scan. */
export const directionOf = ({ from }: Bounds) => (from === 'oldest' ? ASCENDING : DESCENDING);

const ASCENDING = sql`asc`;
const DESCENDING = sql`desc`;

/** Texts that sort before and after every id. */
const FIRST = 'evt_';
const LAST = 'evt_~';
