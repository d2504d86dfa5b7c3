import type { ListLength } from '../../kernel/page.ts';

/** The most rows that are counted one by one: some two milliseconds of work for a database. */
export const COUNTED_MAX = 10_000;

/** The length of a list from a count of at most `COUNTED_MAX + 1` of its rows. */
export const lengthOf = (counted: number): ListLength =>
  counted > COUNTED_MAX ? { atLeast: COUNTED_MAX } : counted;
