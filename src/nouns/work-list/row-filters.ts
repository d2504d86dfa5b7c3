import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { QueryContext } from '../../pipeline/operation.ts';
import { findProvider } from '../provider/find-provider.ts';
import type { WorkQueue } from '../provider/provider.input.ts';
import { lateSinceOf } from '../provider/provider.rules.ts';
import { type SnoozableRows, snoozedIs } from './snooze.rules.ts';

/** The filters of every list of work. */
export const ROW_FILTERS = {
  snoozed: z
    .boolean()
    .describe('True: only items that are snoozed; false: only the other ones. Both if it is absent.')
    .optional(),
  late: z
    .boolean()
    .describe(
      'True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late.',
    )
    .optional(),
};

export interface RowFilters {
  readonly snoozed?: boolean | undefined;
  readonly late?: boolean | undefined;
}

/** What of a list the filters look at. */
export interface FilteredRows extends SnoozableRows {
  readonly queue: WorkQueue;
  /** The condition that a row has waited since a moment, or longer. */
  readonly waitsSince: (moment: string) => RawBuilder<SqlBool>;
}

const ALL = sql<SqlBool>`1 = 1`;

/** The condition of the filters of a list. */
export async function rowCondition(
  context: QueryContext,
  { snoozed, late }: RowFilters,
  rows: FilteredRows,
): Promise<RawBuilder<SqlBool>> {
  const sleeps = snoozed === undefined ? ALL : snoozedIs(snoozed, rows, context.now);
  if (late === undefined) return sleeps;
  const since = lateSinceOf(await findProvider(context), rows.queue, context.now);
  const isLate = since === null ? sql<SqlBool>`1 = 0` : rows.waitsSince(since);
  return sql<SqlBool>`${sleeps} and ${late ? isLate : sql`not ${isLate}`}`;
}

/** Whether a list has other rows than without these filters. */
export const narrowsRows = ({ snoozed, late }: RowFilters): boolean =>
  snoozed !== undefined || late !== undefined;

/** The length of a list whose counter counts all rows, snoozed or not. */
export async function lengthWithSnoozes(
  snoozed: boolean | undefined,
  all: Promise<number>,
  countOf: () => Promise<number>,
): Promise<number> {
  if (snoozed === undefined) return all;
  const [total, asleep] = [await all, await countOf()];
  return snoozed ? asleep : total - asleep;
}
