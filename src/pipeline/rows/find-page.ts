import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { integerField } from '../../kernel/input/fields.ts';
import { type IdPrefix, isId } from '../../kernel/id.ts';
import { type Page, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, pageOf } from '../../kernel/page.ts';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';

/** The largest offset. Use `starting_after` to go deep into a list, because its cost does not grow with the depth. */
const OFFSET_MAX = 1_000_000_000;
/** The most rows that a page of an ordinary read skips: some milliseconds of work for SQLite. */
const SKIPPED_MAX = 10_000;

/** Whether skipping that many rows takes so long that others should not wait for it. */
export const isFar = (skipped: number): boolean => skipped > SKIPPED_MAX;

export const limitField = () =>
  integerField(1, PAGE_LIMIT_MAX)
    .describe(`The most items of a page: 1 to ${PAGE_LIMIT_MAX}, ${PAGE_LIMIT_DEFAULT} when absent.`)
    .default(PAGE_LIMIT_DEFAULT);

/**
 * The input that selects a page of a list, and the filters of that list. Lists are sorted from the newest to the
 * oldest. An id marks a position, and its row need not exist. `from` says at which end of the selected part the page
 * is.
 */
export function pageInput<Filters extends z.ZodRawShape>(prefix: IdPrefix, filters: Filters) {
  const position = z
    .string()
    .refine((id) => isId(prefix, id), `must be an id that begins with ${prefix}_`)
    .nullable()
    .default(null);
  return z
    .strictObject({
      limit: limitField(),
      offset: integerField(0, OFFSET_MAX)
        .describe(
          'How many of the newest items to skip. Above 0 it cannot be used with `starting_after`, which is faster in long lists.',
        )
        .default(0),
      starting_after: position.describe(
        'The id of the last item of the previous page; use it instead of `offset`.',
      ),
      ending_before: position,
      from: z.enum(['newest', 'oldest']).default('newest'),
    })
    .extend(filters);
}

/** The selected part of a list. */
export interface PageInput {
  readonly limit: number;
  readonly offset: number;
  readonly starting_after: string | null;
  readonly ending_before: string | null;
  readonly from: 'newest' | 'oldest';
}

/** Runs the query of a page and returns the page. */
export async function findPage<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  page: PageInput,
): Promise<Page<Row>> {
  return pageOfRows(await pageQuery(query, page).execute(), page);
}

/**
 * Like `findPage`, as a prepared statement for a list that is requested often. The list has the rows with one value in
 * a column, or all rows if the value is null. An index on that column and the id is required. `build` adds further
 * filters.
 */
export function pageStatement<Filters extends object, Table extends keyof Tables, Row>(
  column: LeadingColumn,
  build: (db: Kysely<Tables>, filters: Filters) => SelectQueryBuilder<Tables, Table, Row>,
): (db: Kysely<Tables>, given: Filters & WithinColumn, page: PageInput) => Promise<Page<Row>> {
  const rowsOf = statement(
    (db, { given, range }: { given: Filters & WithinColumn; range: KeyRange }, from: PageInput['from']) =>
      inIndexOrder(build(db, given), [column, given.within], range, from),
  );
  return async (db, given, page) =>
    pageOfRows(await rowsOf(db, { given, range: rangeOf(page) }, page.from), page);
}

/** Like `pageQuery`, in the order of the index on a column and the id, or of all ids if the value is null. */
export function indexPageQuery<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  within: readonly [column: LeadingColumn, value: string | null],
  page: PageInput,
): SelectQueryBuilder<Tables, Table, Row> {
  return inIndexOrder(query, within, rangeOf(page), page.from);
}

/** The leading columns of the indexes for the most frequent lists. */
type LeadingColumn = 'partner_id' | 'customer_id';

interface WithinColumn {
  /** The value in the leading column; null for all rows. */
  readonly within: string | null;
}

/**
 * Keyset pagination in the order of a single index. All bounds are on the columns of that index, so each query planner
 * uses it, even without statistics. The values stand in subqueries, so that PostgreSQL makes one generic plan for all
 * values. In that plan it expects a tenth of the rows and so prefers a plan without a sort.
 */
function inIndexOrder<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  [column, within]: readonly [column: LeadingColumn, within: string | null],
  { olderThan, newerThan, rows, skipped, far }: KeyRange,
  from: PageInput['from'],
): SelectQueryBuilder<Tables, Table, Row> {
  const direction = sql.raw(from === 'newest' ? 'desc' : 'asc');
  const leading = sql.ref(column);
  const value = hiddenFromPlanner(within ?? '');
  const [above, below] =
    within === null
      ? [
          sql`id > ${hiddenFromPlanner(newerThan ?? FIRST)}`,
          sql`id < ${hiddenFromPlanner(olderThan ?? LAST)}`,
        ]
      : [
          newerThan === null ? sql`${leading} >= ${value}` : sql`(${leading}, id) > (${value}, ${newerThan})`,
          olderThan === null ? sql`${leading} <= ${value}` : sql`(${leading}, id) < (${value}, ${olderThan})`,
        ];
  return query
    .where(sql<SqlBool>`${above}`)
    .where(sql<SqlBool>`${below}`)
    .$if(within !== null, (some) => some.orderBy(sql`${leading} ${direction}`))
    .orderBy(sql`id ${direction}`)
    .limit(hiddenFromPlanner(sql`cast(${rows} as integer)`))
    .$if(skipped !== null, (further) => further.offset(hiddenFromPlanner(sql`cast(${skipped} as integer)`)))
    .$if(far !== null, throughManyRows);
}

/** Texts that sort before and after every id. */
const FIRST = '';
const LAST = '~';

/** A value in a subquery. No query planner looks into it. */
const hiddenFromPlanner = (value: unknown) => sql<number>`(select ${value})`;

const ID = sql<string>`id`;

/**
 * Keyset pagination by id, newest or oldest first. It reads one row more than the page, to see whether more rows
 * follow. If the filters find few rows, pass `id` as an expression. Otherwise the planner may read an index in the
 * order of ids instead.
 */
export function pageQuery<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  page: PageInput,
  id: RawBuilder<string> = ID,
): SelectQueryBuilder<Tables, Table, Row> {
  return withinRange(query, rangeOf(page), page.from, id);
}

/** The bounds of a page as values to bind to a prepared statement. */
interface KeyRange {
  readonly olderThan: string | null;
  readonly newerThan: string | null;
  readonly rows: number;
  readonly skipped: number | null;
  /**
   * True if many rows are skipped, otherwise null. A null has another shape, so skipping many rows is a statement of
   * its own.
   */
  readonly far: true | null;
}

function rangeOf({ limit, offset, starting_after, ending_before }: PageInput): KeyRange {
  return {
    olderThan: starting_after,
    newerThan: ending_before,
    rows: limit + 1,
    skipped: offset > 0 ? offset : null,
    far: isFar(offset) ? true : null,
  };
}

function withinRange<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { olderThan, newerThan, rows, skipped, far }: KeyRange,
  from: PageInput['from'],
  id: RawBuilder<string> = ID,
): SelectQueryBuilder<Tables, Table, Row> {
  return (
    query
      .$if(olderThan !== null, (older) => older.where(sql<SqlBool>`${id} < ${olderThan}`))
      .$if(newerThan !== null, (newer) => newer.where(sql<SqlBool>`${id} > ${newerThan}`))
      .orderBy(from === 'newest' ? sql`${id} desc` : sql`${id} asc`)
      // An expression instead of the bare parameter; see `ownedBy`.
      .limit(sql<number>`${rows} + 0`)
      .$if(skipped !== null, (further) => further.offset(skipped ?? 0))
      .$if(far !== null, throughManyRows)
  );
}

/** The page from the rows of its query. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  { limit, offset, starting_after, ending_before, from }: PageInput,
): Page<Row> {
  return pageOf({ limit, offset, olderThan: starting_after, newerThan: ending_before, from }, rows);
}
