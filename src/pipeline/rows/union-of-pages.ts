import type { SelectQueryBuilder } from 'kysely';
import { mapPage, type Page } from '../../kernel/page.ts';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import { isFar, type PageInput, pageOfRows } from './find-page.ts';

/** The rows of several queries in one statement, sorted by id. Returns no rows if there is no query. */
export async function rowsOfUnion<
  Database,
  Table extends keyof Database,
  Row extends { readonly id: string },
>(
  queries: readonly SelectQueryBuilder<Database, Table, Row>[],
  from: PageInput['from'],
): Promise<readonly Row[]> {
  const [first, ...more] = queries;
  if (first === undefined) return [];
  const rows: readonly Row[] = await more.reduce((all, each) => all.unionAll(each), first).execute();
  // `union all` guarantees no order.
  return inOrderOfIds(rows, from);
}

export function inOrderOfIds<Row extends { readonly id: string }>(
  rows: readonly Row[],
  from: PageInput['from'],
): readonly Row[] {
  const sign = from === 'newest' ? -1 : 1;
  return rows.toSorted((a, b) => (a.id < b.id ? -sign : sign));
}

interface PageOfParent<Database, Table extends keyof Database, Row, View> {
  /** The query of one page. */
  readonly queryOf: (parentId: string) => SelectQueryBuilder<Database, Table, Row>;
  readonly parentOf: (row: Row) => string;
  readonly present: (row: Row) => View;
}

/** A page for each of several parents, in one statement. */
export async function findPageOfEach<
  Database,
  Table extends keyof Database,
  Row extends { readonly id: string },
  View,
>(
  parentIds: readonly string[],
  { queryOf, parentOf, present }: PageOfParent<Database, Table, Row, View>,
  page: PageInput,
): Promise<ReadonlyMap<string, Page<View>>> {
  const isLong = isFar(page.offset * parentIds.length);
  const queries = parentIds.map((id) => queryOf(id).$if(isLong, throughManyRows));
  const byParent = Map.groupBy(await rowsOfUnion(queries, page.from), parentOf);
  return new Map(parentIds.map((id) => [id, mapPage(pageOfRows(byParent.get(id) ?? [], page), present)]));
}
