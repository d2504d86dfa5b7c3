import type { Kysely, SelectQueryBuilder } from 'kysely';
import { countOfMany } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { ListLength } from '../../kernel/page.ts';

/** The most rows that are counted one by one: some two milliseconds of work for a database. */
export const COUNTED_MAX = 10_000;

/** The length of a list from a count of at most `COUNTED_MAX + 1` of its rows. */
export const lengthOf = (counted: number): ListLength =>
  counted > COUNTED_MAX ? { atLeast: COUNTED_MAX } : counted;

/** The length of a list, whose rows are counted up to `COUNTED_MAX`. */
export const countUpToMax = async <From extends keyof Tables>(
  db: Kysely<Tables>,
  rows: SelectQueryBuilder<Tables, From, { id: string }>,
): Promise<ListLength> => {
  const counted = rows.limit(COUNTED_MAX + 1).as('counted');
  return lengthOf(await countOfMany(db.selectFrom(counted)));
};
