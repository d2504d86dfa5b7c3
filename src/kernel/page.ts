/** Most rows of one page: a page stays under a few hundred kilobytes and a few milliseconds. */
export const PAGE_LIMIT_MAX = 100;
export const PAGE_LIMIT_DEFAULT = 10;

/** The length of a list. If a filter selects very many rows, they are counted up to a bound only. */
export type ListLength = number | { readonly atLeast: number };

/** The length, or the bound at which counting stopped. */
export const countedLength = (length: ListLength): number =>
  typeof length === 'number' ? length : length.atLeast;

/** A part of a list that is sorted from the newest to the oldest; both ids are exclusive bounds. */
interface PageRequest {
  readonly limit: number;
  readonly offset: number;
  /** Only rows older than this id. */
  readonly olderThan: string | null;
  /** Only rows newer than this id. */
  readonly newerThan: string | null;
  /** The end from which the rows of that part are taken. The page itself is always returned newest first. */
  readonly from: 'newest' | 'oldest';
}

/** One page, newest first, and whether more rows follow at either end. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

export function mapPage<From, To>(page: Page<From>, present: (row: From) => To): Page<To> {
  return { ...page, rows: page.rows.map(present) };
}

/**
 * The page of a query that asked for `limit + 1` rows in the order of `request.from`. The extra row shows that more
 * rows follow at the far end; a bound shows that rows exist beyond it.
 */
export function pageOf<Row>(request: PageRequest, found: readonly Row[]): Page<Row> {
  const more = found.length > request.limit;
  const rows = found.slice(0, request.limit);
  const bounded = {
    older: request.newerThan !== null,
    newer: request.olderThan !== null || request.offset > 0,
  };
  if (request.from === 'oldest') {
    return { rows: rows.toReversed(), hasNewer: more || bounded.newer, hasOlder: bounded.older };
  }
  return { rows, hasNewer: bounded.newer, hasOlder: more || bounded.older };
}
