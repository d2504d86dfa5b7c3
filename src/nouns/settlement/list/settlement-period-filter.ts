import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { secondsLater } from '../../../kernel/clock.ts';
import { leastId } from '../../../kernel/id.ts';
import type { PageInput } from '../../../pipeline/rows/find-page.ts';

/** The first and the last second of creation. */
export interface Period {
  readonly created_from?: string | undefined;
  readonly created_until?: string | undefined;
}

export const isInPeriod = ({ created_from, created_until }: Period): boolean =>
  created_from !== undefined || created_until !== undefined;

/**
 * A page limited to a period. Ids begin with the time of creation, so a period is a range of ids, and the index of
 * every list serves it.
 */
export function withinPeriod(page: PageInput, period: Period): PageInput {
  const { first, last } = bounds(period);
  const { starting_after: older, ending_before: newer } = page;
  return {
    ...page,
    starting_after: last !== null && (older === null || last < older) ? last : older,
    ending_before: first !== null && (newer === null || first > newer) ? first : newer,
  };
}

/** The condition that a row was created in the period. */
export function isCreatedIn(period: Period, id: RawBuilder<string> = sql<string>`id`) {
  const { first, last } = bounds(period);
  return sql<SqlBool>`${id} > ${first ?? ''} and ${id} < ${last ?? 'g'}`;
}

/** The ids around a period, both exclusive. No real id equals a bound. */
function bounds({ created_from, created_until }: Period) {
  return {
    first: created_from === undefined ? null : leastId('fun', new Date(created_from)),
    last: created_until === undefined ? null : leastId('fun', secondsLater(new Date(created_until), 1)),
  };
}
