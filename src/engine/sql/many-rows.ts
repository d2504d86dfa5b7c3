import { type Expression, sql } from 'kysely';

/** A comment at the end of the text: databases ignore it, and their logs show it. */
const MARK = '/* many rows */';
const ending = sql.raw(MARK);

interface Markable<Query> {
  modifyEnd(ending: Expression<unknown>): Query;
}

/**
 * Marks a statement that may go through many more rows than it returns, for example a count with a filter:
 * `query.$call(throughManyRows)`. Only the data decides how many. Both databases run it apart from ordinary reads, so
 * no read waits for it. Mark the whole statement, never a part of it.
 */
export const throughManyRows = <Query extends Markable<Query>>(query: Query): Query =>
  query.modifyEnd(ending);

/** What `countOfMany` selects. */
export const COUNT = sql<number>`count(*)`.as('count');

interface Counting {
  modifyEnd(ending: Expression<unknown>): Counting;
  executeTakeFirstOrThrow(): Promise<{ readonly count: number }>;
}

/** How many rows a query finds, if it may go through many: `countOfMany(query.select(COUNT))`. */
export const countOfMany = async (query: Counting): Promise<number> =>
  (await throughManyRows(query).executeTakeFirstOrThrow()).count;

/** Whether the statement with this text is marked. */
export const goesThroughManyRows = (text: string): boolean => text.endsWith(MARK);
