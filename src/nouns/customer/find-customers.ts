import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Page } from '../../kernel/page.ts';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import {
  findPage,
  type PageInput,
  pageOfRows,
  pageQuery,
  pageStatement,
} from '../../pipeline/rows/find-page.ts';
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
  if (owner === null || external_customer_id === undefined) return findAndSort(db, asked, page);
  const found = matching(db, asked).select(SHOWN_COLUMNS);
  return findPage(company_name === undefined ? found : found.$call(throughManyRows), page);
}

const findOwned = pageStatement('partner_id', (db) => db.selectFrom('customer').select(SHOWN_COLUMNS));

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
  const direction = sql.raw(page.from === 'newest' ? 'desc' : 'asc');
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
export async function countMatching(db: Kysely<Tables>, asked: Asked): Promise<number> {
  const { count } = await matching(db, asked)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$call(throughManyRows)
    .executeTakeFirstOrThrow();
  return count;
}

function matching(
  db: Kysely<Tables>,
  { owner, external_customer_id: external, company_name: name }: Asked,
): SelectQueryBuilder<Tables, 'customer', {}> {
  const owned = owner === null ? ofEachPartner(db) : db.selectFrom('customer').where(ownedBy(owner));
  if (external === undefined)
    return name === undefined ? owned : owned.where(isNamed(name, sql`company_name_folded`));
  const found = owned.where('external_customer_id', '=', external);
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
