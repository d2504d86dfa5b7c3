import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { secondsLater } from '../kernel/clock.ts';
import { leastId } from '../kernel/id.ts';
import type { PageInput } from '../pipeline/find-page.ts';

/** The first second and the last in which settlements were created. */
export interface Period {
  readonly created_from?: string | undefined;
  readonly created_until?: string | undefined;
}

export const isInPeriod = ({ created_from, created_until }: Period): boolean =>
  created_from !== undefined || created_until !== undefined;

/**
 * A stretch of a list cut to a period. Ids tell when they were made, so a period is a stretch of ids, and every index that
 * serves a list serves its periods.
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

/** The condition that keeps rows to a period. */
export function isCreatedIn(period: Period, id: RawBuilder<string> = sql<string>`id`) {
  const { first, last } = bounds(period);
  return sql<SqlBool>`${id} > ${first ?? ''} and ${id} < ${last ?? 'g'}`;
}

/** Ids between which those of a period lie; none is exactly the least that there could be. */
function bounds({ created_from, created_until }: Period) {
  return {
    first: created_from === undefined ? null : leastId('fun', new Date(created_from)),
    last: created_until === undefined ? null : leastId('fun', secondsLater(new Date(created_until), 1)),
  };
}
