import { type Expression, type SelectQueryBuilder, sql } from 'kysely';

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

const COUNT = sql<number>`count(*)`.as('count');

/** Kysely cannot tell the members of a row whose table it does not know. */
const counting = <Database, Table extends keyof Database, Row>(
  rows: SelectQueryBuilder<Database, Table, Row>,
) => rows.clearSelect().select(COUNT).$castTo<{ readonly count: number }>();

/** How many rows a query finds, if it goes through few. */
export const countOf = async <Database, Table extends keyof Database, Row>(
  rows: SelectQueryBuilder<Database, Table, Row>,
): Promise<number> => (await counting(rows).executeTakeFirstOrThrow()).count;

/** How many rows a query finds, if it may go through many. */
export const countOfMany = async <Database, Table extends keyof Database, Row>(
  rows: SelectQueryBuilder<Database, Table, Row>,
): Promise<number> => (await throughManyRows(counting(rows)).executeTakeFirstOrThrow()).count;

/** Whether the statement with this text is marked. */
export const goesThroughManyRows = (text: string): boolean => text.endsWith(MARK);
