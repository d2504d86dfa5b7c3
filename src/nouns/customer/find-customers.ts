import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { ListLength, Page } from '../../kernel/page.ts';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import {
  findPage,
  indexPageQuery,
  isFar,
  type PageInput,
  pageOfRows,
  pageQuery,
  pageStatement,
} from '../../pipeline/rows/find-page.ts';
import { countUpToMax } from '../../pipeline/rows/counted-rows.ts';
import { ownedBy } from '../../pipeline/rows/tenancy.ts';
import { namesBeginning } from './company-name.ts';
import { SHOWN_COLUMNS, type ShownCustomerRow } from './customer.present.ts';

interface Asked {
  /** A partner; null for all partners. */
  readonly owner: string | null;
  readonly external_customer_id?: string | undefined;
  /** The beginning of the name. */
  readonly company_name?: string | undefined;
}

/** A page of customers. Each kind of list has an index. */
export function findCustomers(
  db: Kysely<Tables>,
  asked: Asked,
  page: PageInput,
): Promise<Page<ShownCustomerRow>> {
  const { owner, external_customer_id, company_name } = asked;
  if (external_customer_id === undefined && company_name === undefined)
    return findOwned(db, { within: owner }, page);
  if (external_customer_id === undefined) return findNamed(db, asked, page);
  if (owner === null) return findAndSort(db, asked, page);
  const found = matching(db, asked).select(SHOWN_COLUMNS);
  return findPage(company_name === undefined ? found : found.$call(throughManyRows), page);
}

const findOwned = pageStatement('partner_id', (db) => db.selectFrom('customer').select(SHOWN_COLUMNS));

/**
 * The most customers that are looked at for a page of a common name, newest first. If the names are spread over the list,
 * a page of the largest partners takes far fewer.
 */
const WALKED_MAX = 5_000;

/**
 * Customers whose name begins with a text. If very many have such a name, a page is found sooner among the newest
 * customers than by sorting all of them.
 */
async function findNamed(db: Kysely<Tables>, asked: Asked, page: PageInput): Promise<Page<ShownCustomerRow>> {
  const isCommon = typeof (await countMatching(db, asked)) !== 'number';
  if (!isCommon || isFar(page.offset)) return findAndSort(db, asked, page);
  const { owner, company_name = '' } = asked;
  const within = ['partner_id', owner] as const;
  const end = { ...page, limit: 0, offset: WALKED_MAX - 1 };
  const [last] = await indexPageQuery(db.selectFrom('customer').select('id'), within, end).execute();
  const bound = page.from === 'newest' ? 'ending_before' : 'starting_after';
  const named = db
    .selectFrom('customer')
    .select(SHOWN_COLUMNS)
    .where(isNamed(company_name, sql`company_name_folded || ''`));
  const walk = last === undefined ? page : { ...page, [bound]: last.id };
  const rows = await indexPageQuery(named, within, walk).$call(throughManyRows).execute();
  return rows.length > page.limit ? pageOfRows(rows, page) : findAndSort(db, asked, page);
}

const directionOf = ({ from }: PageInput) => sql.raw(from === 'newest' ? 'desc' : 'asc');

/**
 * Customers whose name begins with a text, or customers of all partners with an external id, newest first. Their ids
 * come from an index in another order, and are then sorted. The second sort key keeps the query planner from reading
 * all customers by id instead.
 */
async function findAndSort(
  db: Kysely<Tables>,
  asked: Asked,
  page: PageInput,
): Promise<Page<ShownCustomerRow>> {
  const direction = directionOf(page);
  const ids = pageQuery(matching(db, asked).select('id'), page)
    .clearOrderBy()
    .orderBy(sql`id || '' ${direction}`);
  const rows = await db
    .selectFrom('customer')
    .select(SHOWN_COLUMNS)
    .where('id', 'in', db.selectFrom(ids.as('page')).select('id'))
    .orderBy(sql`id ${direction}`)
    .$call(throughManyRows)
    .execute();
  return pageOfRows(rows, page);
}

/**
 * How many customers match filters. They are counted in an index of the filter, because a counter for each external id
 * would add two rows for nearly every customer.
 */
export const countMatching = (db: Kysely<Tables>, asked: Asked): Promise<ListLength> =>
  countUpToMax(db, matching(db, asked).select('customer.id'));

function matching(
  db: Kysely<Tables>,
  { owner, external_customer_id: external, company_name: name }: Asked,
): SelectQueryBuilder<Tables, 'customer', {}> {
  if (external === undefined) {
    const owned = owner === null ? ofEachPartner(db) : db.selectFrom('customer').where(ownedBy(owner));
    return name === undefined ? owned : owned.where(isNamed(name, sql`company_name_folded`));
  }
  const found = db.selectFrom('customer').where('external_customer_id', '=', external).where(ownedBy(owner));
  // Few customers share an external id, so the name is compared in each of them. The form keeps planners from another
  // index.
  return name === undefined ? found : found.where(isNamed(name, sql`company_name_folded || ''`));
}

/**
 * All customers, by the indexes that begin with the partner, one partner after another. SQLite keeps the order of a
 * cross join.
 */
const ofEachPartner = (db: Kysely<Tables>): SelectQueryBuilder<Tables, 'customer', {}> =>
  db
    .selectFrom(db.selectFrom('partner').select('id as each_partner').as('each'))
    .crossJoin('customer')
    .whereRef('customer.partner_id', '=', 'each_partner');

function isNamed(name: string, column: ReturnType<typeof sql>) {
  const [first, last] = namesBeginning(name);
  return sql<SqlBool>`${column} between ${first} and ${last}`;
}
