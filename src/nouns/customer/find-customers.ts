import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { ListLength, Page } from '../../kernel/page.ts';
import { countOfMany, throughManyRows } from '../../engine/sql/many-rows.ts';
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
import { NAME_PARTS, PART_FROM } from './name-parts.ts';
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

/** A name that more customers have is common. So many are sorted in a millisecond. */
const SORTED_MAX = 1_000;

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
  if (isFar(page.offset) || !(await isCommon(db, asked))) return findAndSort(db, asked, page);
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

async function isCommon(db: Kysely<Tables>, asked: Asked): Promise<boolean> {
  const counted = matching(db, asked)
    .select('customer.id')
    .limit(SORTED_MAX + 1)
    .as('counted');
  return (await countOfMany(db.selectFrom(counted))) > SORTED_MAX;
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
  const all = db.selectFrom('customer');
  if (external === undefined)
    return name === undefined
      ? all.where(ownedBy(owner))
      : all.where(isInPartOf(owner)).where(isNamed(name, sql`company_name_folded`));
  const found = all.where('external_customer_id', '=', external).where(ownedBy(owner));
  // Few customers share an external id, so the name is compared in each of them. The form keeps planners from another
  // index.
  return name === undefined ? found : found.where(isNamed(name, sql`company_name_folded || ''`));
}

/** In which part of the index of names a customer is, as `customer.entity.ts` says it. */
const PART = sql<string>`substr(partner_id, ${sql.raw(String(PART_FROM))})`;

/**
 * A search of one partner reads its part of the index of names, a search among all partners each part. The partner is a
 * range: from an equality PostgreSQL expects few customers, and would read all of a large partner instead.
 */
const isInPartOf = (owner: string | null) =>
  owner === null
    ? sql<SqlBool>`${PART} in (${sql.join(NAME_PARTS.map((part) => sql.lit(part)))})`
    : sql<SqlBool>`${PART} = ${owner.slice(PART_FROM - 1)} || '' and partner_id between ${owner} || '' and ${owner} || ''`;

function isNamed(name: string, column: ReturnType<typeof sql>) {
  const [first, last] = namesBeginning(name);
  return sql<SqlBool>`${column} between ${first} and ${last}`;
}
