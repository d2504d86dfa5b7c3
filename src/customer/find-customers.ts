import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Page } from '../kernel/page.ts';
import type { Tables } from '../kernel/sql/tables.ts';
import {
  findPage,
  type PageInput,
  pageOfRows,
  pageQuery,
  pageStatement,
} from '../pipeline/rows/find-page.ts';
import { ownedBy } from '../pipeline/rows/tenancy.ts';
import { namesBeginning } from './company-name.ts';
import { SHOWN_COLUMNS, type ShownCustomerRow } from './customer.present.ts';

interface Asked {
  /** A partner; null for all partners. */
  readonly owner: string | null;
  readonly external_customer_id?: string | undefined;
  /** The beginning of the name. */
  readonly company_name?: string | undefined;
}

/** A page of customers. Each kind of list has its index. */
export function findCustomers(
  db: Kysely<Tables>,
  { owner, external_customer_id: external, company_name: name }: Asked,
  page: PageInput,
): Promise<Page<ShownCustomerRow>> {
  if (external !== undefined) {
    const all = db.selectFrom('customer').select(SHOWN_COLUMNS).where(ownedBy(owner));
    const found = all.where('external_customer_id', '=', external);
    // Few customers share an external id, so the name is compared in each of them, in a form that uses no other index.
    return findPage(
      name === undefined ? found : found.where(isNamed(name, sql`company_name_folded || ''`)),
      page,
    );
  }
  return name === undefined ? findOwned(db, { within: owner }, page) : findByName(db, { owner, name }, page);
}

const findOwned = pageStatement('partner_id', (db) => db.selectFrom('customer').select(SHOWN_COLUMNS));

/**
 * Customers whose name begins with a text, newest first. Their ids come from the index of names, in the order of names,
 * and are then sorted. The second sort key keeps the query planner from reading all customers by id instead.
 */
async function findByName(
  db: Kysely<Tables>,
  { owner, name }: { readonly owner: string | null; readonly name: string },
  page: PageInput,
): Promise<Page<ShownCustomerRow>> {
  const direction = sql.raw(page.from === 'newest' ? 'desc' : 'asc');
  const ids = pageQuery(named(db, owner, name).select('id'), page)
    .clearOrderBy()
    .orderBy(sql`id || '' ${direction}`);
  const rows = await db
    .selectFrom('customer')
    .select(SHOWN_COLUMNS)
    .where('id', 'in', db.selectFrom(ids.as('page')).select('id'))
    .orderBy(sql`id ${direction}`)
    .execute();
  return pageOfRows(rows, page);
}

/** How many customers of the owner have a name with this beginning, counted in the index of names. */
export async function countByName(
  db: Kysely<Tables>,
  { owner, external_customer_id: external, company_name: name }: Asked & { readonly company_name: string },
): Promise<number> {
  const query =
    external === undefined
      ? named(db, owner, name)
      : db
          .selectFrom('customer')
          .where(ownedBy(owner))
          .where('external_customer_id', '=', external)
          .where(isNamed(name, sql`company_name_folded || ''`));
  const { count } = await query
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const named = (
  db: Kysely<Tables>,
  owner: string | null,
  name: string,
): SelectQueryBuilder<Tables, 'customer', {}> =>
  db
    .selectFrom('customer')
    .where(ownedBy(owner))
    .where(isNamed(name, sql`company_name_folded`));

function isNamed(name: string, column: ReturnType<typeof sql>) {
  const [first, last] = namesBeginning(name);
  return sql<SqlBool>`${column} between ${first} and ${last}`;
}
