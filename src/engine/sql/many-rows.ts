import { type Expression, sql } from 'kysely';

/** A comment at the end of the text: databases ignore it, and their logs show it. */
const MARK = '/* many rows */';
const ending = sql.raw(MARK);

interface Markable<Query> {
  modifyEnd(ending: Expression<unknown>): Query;
}

/**
 * Marks a statement that may go through many more rows than it returns, such as a count with a filter: nothing but the
 * data says how many. Both databases run it on a connection on which no ordinary read waits behind it: `query.$call(throughManyRows)`. A
 * part of another statement is not marked; the whole is.
 */
export const throughManyRows = <Query extends Markable<Query>>(query: Query): Query =>
  query.modifyEnd(ending);

/** Whether a text is that of a marked statement. */
export const goesThroughManyRows = (text: string): boolean => text.endsWith(MARK);
