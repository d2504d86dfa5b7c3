import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { CURRENCIES } from '../kernel/currency.ts';
import { momentField } from '../kernel/fields.ts';
import { lookupId } from '../kernel/id.ts';
import { mapPage, type Page, PAGE_LIMIT_MAX } from '../kernel/page.ts';
import type { Tables } from '../kernel/tables.ts';
import { locateKyc } from '../kyc/kyc.operations.ts';
import { pageInput, type PageInput, pageOfRows, pageQuery } from '../pipeline/find-page.ts';
import { defineQuery, nothing, type QueryContext } from '../pipeline/operation.ts';
import { totalOf, totalsOf } from '../pipeline/counter.ts';
import { countedFor, ownedBy, ownerAsked, visibleTo } from '../pipeline/tenancy.ts';
import { partitionsOf, settlementsIn } from './index-partitions.ts';
import { isCreatedIn, isInPeriod, type Period, withinPeriod } from './settlement-period-filter.ts';
import { statusesField } from './settlement.input.ts';
import { type SettlementSummaryRow, SUMMARY_COLUMNS, summarizeSettlement } from './settlement.present.ts';
import { type SettlementFilter, statusesOf, totalsWithin } from './settlement.rules.ts';

const CustomerIds = z.array(z.string()).min(1).max(PAGE_LIMIT_MAX);

const FILTERS = {
  status: statusesField().optional(),
  currency: z.enum(CURRENCIES).optional(),
  /** The first and the last second of their creation. */
  created_from: momentField('start').optional(),
  created_until: momentField('end').optional(),
};

/** Filters of a list that is not limited to one customer already. */
const LIST_FILTERS = { ...FILTERS, customer_id: z.string().optional() };

type ListIds = { readonly customer_id: string | null; readonly owner_id: string | null };

export const listInstantSettlements = defineQuery({
  name: 'listInstantSettlements',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: pageInput('fun', LIST_FILTERS),
  locate: locateList,
  async run({ db }, { ids, subject: owner, input: { customer_id, ...input } }) {
    const customer = customerAsked(ids, customer_id);
    return mapPage(await findSettlements(db, { owner, customer }, input), summarizeSettlement);
  },
});

/** The length of the list. */
export const countInstantSettlements = defineQuery({
  name: 'countInstantSettlements',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: z.strictObject(LIST_FILTERS),
  locate: locateList,
  async run({ db }, { ids, subject: owner, input: { customer_id, ...filter } }): Promise<number> {
    const customer = customerAsked(ids, customer_id);
    if (isInPeriod(filter)) return countInPeriod(db, { owner, customer }, filter);
    if (customer === null) return totalOf(db, totalsWithin(countedFor(owner), filter));
    const isOwn = customer !== '' && (await isCustomerOf(db, owner, customer));
    return isOwn ? totalOf(db, totalsWithin(customer, filter)) : 0;
  },
});

/** A page for each of several customers, in one query; each part reads an index no further than its page. */
export const listSettlementsOfCustomers = defineQuery({
  name: 'listSettlementsOfCustomers',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: pageInput('fun', { ...FILTERS, customer_ids: CustomerIds }),
  locate: nothing,
  async run({ db, caller }, { input: { customer_ids, ...input } }) {
    const { status, currency, created_from, created_until, ...page } = input;
    const range = withinPeriod(page, { created_from, created_until });
    const queries = customer_ids.map((customerId) => {
      const visible = db.selectFrom('instant_settlement').select(SUMMARY_COLUMNS).where(visibleTo(caller));
      const rows = ofCustomer(visible, customerId, { status, currency });
      return db.selectFrom(pageQuery(rows, range).as('page')).selectAll();
    });
    const rows = await queries.reduce((all, each) => all.unionAll(each)).execute();
    // A union has no order.
    const sign = page.from === 'newest' ? -1 : 1;
    const sorted = rows.toSorted((a, b) => (a.id < b.id ? -sign : sign));
    const byCustomer = Map.groupBy(sorted, ({ customer_id }) => customer_id);
    return new Map(
      customer_ids.map((id) => [
        id,
        mapPage(pageOfRows(byCustomer.get(id) ?? [], page), summarizeSettlement),
      ]),
    );
  },
});

/** The number of settlements of each of several customers. */
export const countSettlementsOfCustomers = defineQuery({
  name: 'countSettlementsOfCustomers',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: z.strictObject({ ...FILTERS, customer_ids: CustomerIds }),
  locate: nothing,
  async run({ db, caller }, { input: { customer_ids, ...filter } }): Promise<ReadonlyMap<string, number>> {
    if (isInPeriod(filter)) return countInPeriodOfEach(db, visibleTo(caller), customer_ids, filter);
    const totals = await totalsOf(
      db,
      customer_ids.flatMap((id) => totalsWithin(id, filter)),
    );
    const sum = (names: readonly string[]) =>
      names.reduce((total, name) => total + (totals.get(name) ?? 0), 0);
    return new Map(customer_ids.map((id) => [id, sum(totalsWithin(id, filter))]));
  },
});

/** The partner whose list it is, null for all; throws `resource_missing` for a customer that the caller may not see. */
async function locateList(context: QueryContext, { customer_id, owner_id }: ListIds): Promise<string | null> {
  const owner = ownerAsked(context.caller, owner_id);
  if (customer_id !== null) await locateKyc(context, { customer_id, country: null });
  return owner;
}

/** The customer of the path or the filter; null for all customers, empty for none, where the two differ. */
function customerAsked(ids: ListIds, filter: string | undefined): string | null {
  const named = ids.customer_id;
  if (filter === undefined) return named;
  const wanted = lookupId(filter);
  return named === null || named === wanted ? wanted : '';
}

async function isCustomerOf(db: Kysely<Tables>, owner: string | null, customerId: string): Promise<boolean> {
  const query = db.selectFrom('customer').select('id').where('id', '=', customerId).where(ownedBy(owner));
  return (await query.executeTakeFirst()) !== undefined;
}

interface Asked {
  readonly owner: string | null;
  /** Null for all customers. */
  readonly customer: string | null;
}

type Filter = SettlementFilter & Period;

/** A page of one customer, of one partner by its own index, or of several index partitions. */
async function findSettlements(
  db: Kysely<Tables>,
  { owner, customer }: Asked,
  { created_from, created_until, status, currency, ...page }: PageInput & Filter,
): Promise<Page<SettlementSummaryRow>> {
  const filter = { status, currency };
  const range = withinPeriod(page, { created_from, created_until });
  const all = db.selectFrom('instant_settlement').select(SUMMARY_COLUMNS).where(ownedBy(owner));
  const pageOf = async (query: typeof all) => pageOfRows(await pageQuery(query, range).execute(), page);
  if (customer !== null) return pageOf(ofCustomer(all, customer, filter));
  const [one, ...others] = status === undefined ? [] : statusesOf(status);
  const filters = others.length + [one, currency].filter((each) => each !== undefined).length;
  // Two bounds on the id would make SQLite read the whole list of the partner between them; partitions have the right
  // index.
  const hasOwnIndex = owner !== null && !isInPeriod({ created_from, created_until });
  if (filters > (hasOwnIndex ? 1 : 0)) {
    return pageOfRows(await findMergedRows(db, { owner, filter }, range), page);
  }
  return pageOf(
    all
      .$if(one !== undefined, (some) => some.where('status', '=', one ?? ''))
      .$if(currency !== undefined, (some) => some.where('currency', '=', currency ?? '')),
  );
}

/**
 * A customer has few settlements, so its index is the one to read. The filter is written so that SQLite does not choose
 * the partner's index on the status instead.
 */
function ofCustomer<Row>(
  query: SelectQueryBuilder<Tables, 'instant_settlement', Row>,
  customerId: string,
  { status, currency }: SettlementFilter,
) {
  const statuses = sql.join([...statusesOf(status)]);
  return query
    .where('customer_id', '=', customerId)
    .$if(status !== undefined, (all) => all.where(sql<SqlBool>`status || '' in (${statuses})`))
    .$if(currency !== undefined, (all) => all.where(sql<SqlBool>`currency || '' = ${currency}`));
}

/** Each partition returns as many rows as the page could need from it. */
function findMergedRows(
  db: Kysely<Tables>,
  { owner, filter }: { readonly owner: string | null; readonly filter: SettlementFilter },
  page: PageInput,
): Promise<SettlementSummaryRow[]> {
  const reach = { ...page, limit: page.offset + page.limit, offset: 0 };
  const partitions = partitionsOf(db, owner, filter).map((partition) => pageQuery(partition, reach));
  return settlementsIn(db, partitions)
    .orderBy('id', page.from === 'newest' ? 'desc' : 'asc')
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute();
}

/** The number in a period. There is no counter for each second, so the rows are counted in an index. */
async function countInPeriod(
  db: Kysely<Tables>,
  { owner, customer }: Asked,
  filter: Filter,
): Promise<number> {
  const all = db.selectFrom('instant_settlement').where(ownedBy(owner)).where(isCreatedIn(filter));
  const { status, currency } = filter;
  const query =
    customer === null
      ? all
          .$if(status !== undefined, (some) => some.where('status', 'in', statusesOf(status)))
          .$if(currency !== undefined, (some) => some.where('currency', '=', currency ?? ''))
      : ofCustomer(all, customer, filter);
  const { count } = await query
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countInPeriodOfEach(
  db: Kysely<Tables>,
  isVisible: ReturnType<typeof visibleTo>,
  customerIds: readonly string[],
  filter: Filter,
): Promise<ReadonlyMap<string, number>> {
  const { status, currency } = filter;
  const rows = await db
    .selectFrom('instant_settlement')
    .select((eb) => ['customer_id', eb.fn.countAll<number | string>().as('count')])
    .where('customer_id', 'in', customerIds)
    .where(isVisible)
    .where(isCreatedIn(filter))
    .$if(status !== undefined, (all) => all.where('status', 'in', statusesOf(status)))
    .$if(currency !== undefined, (all) => all.where('currency', '=', currency ?? ''))
    .groupBy('customer_id')
    .execute();
  return new Map(rows.map(({ customer_id, count }) => [customer_id, Number(count)]));
}
