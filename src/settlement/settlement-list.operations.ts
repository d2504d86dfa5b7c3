import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { isCurrency } from '../kernel/currency.ts';
import { mapPage, PAGE_LIMIT_MAX } from '../kernel/page.ts';
import type { Tables } from '../kernel/tables.ts';
import { locateKyc } from '../kyc/kyc.operations.ts';
import { findPage, pageInput, type PageInput, pageOfRows, pageQuery } from '../pipeline/find-page.ts';
import { defineQuery, nothing, type QueryContext } from '../pipeline/operation.ts';
import { totalOf, totalsOf } from '../pipeline/tally.ts';
import { countedFor, ownedBy, ownerAsked, visibleTo } from '../pipeline/tenancy.ts';
import { lanesOf, settlementsIn } from './settlement-lanes.ts';
import { SETTLEMENT_STATUSES } from './settlement.machine.ts';
import { SUMMARY_COLUMNS, summarizeSettlement } from './settlement.present.ts';
import { type SettlementFilter, totalsWithin } from './settlement.rules.ts';

const CustomerIds = z.array(z.string()).min(1).max(PAGE_LIMIT_MAX);

const FILTERS = {
  status: z.enum(SETTLEMENT_STATUSES).optional(),
  currency: z.string().refine(isCurrency, 'must be a currency that funding is offered in').optional(),
};

type ListIds = { readonly customer_id: string | null; readonly owner_id: string | null };

export const listInstantSettlements = defineQuery({
  name: 'listInstantSettlements',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: pageInput('fun', FILTERS),
  locate: locateList,
  async run({ db }, { ids, subject: owner, input: { status, currency, ...page } }) {
    const asked = { owner, filter: { status, currency }, ids };
    return mapPage(await findSettlements(db, asked, page), summarizeSettlement);
  },
});

/** How many settlements the list has in all. */
export const countInstantSettlements = defineQuery({
  name: 'countInstantSettlements',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: z.strictObject(FILTERS),
  locate: locateList,
  run({ db }, { ids, subject: owner, input }): Promise<number> {
    return totalOf(db, totalsWithin(ids.customer_id === null ? countedFor(owner) : ids.customer_id, input));
  },
});

/** A page for each of several customers, in one query; every part of it walks an index no further than its page. */
export const listSettlementsOfCustomers = defineQuery({
  name: 'listSettlementsOfCustomers',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: pageInput('fun', { ...FILTERS, customer_ids: CustomerIds }),
  locate: nothing,
  async run({ db, caller }, { input: { customer_ids, status, currency, ...page } }) {
    const queries = customer_ids.map((customerId) => {
      const visible = db.selectFrom('instant_settlement').select(SUMMARY_COLUMNS).where(visibleTo(caller));
      const rows = ofCustomer(visible, customerId, { status, currency });
      return db.selectFrom(pageQuery(rows, page).as('page')).selectAll();
    });
    const rows = await queries.reduce((all, each) => all.unionAll(each)).execute();
    // A union keeps no order of its own.
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

/** The total of each of several customers. */
export const countSettlementsOfCustomers = defineQuery({
  name: 'countSettlementsOfCustomers',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: z.strictObject({ ...FILTERS, customer_ids: CustomerIds }),
  locate: nothing,
  async run({ db }, { input: { customer_ids, ...filter } }): Promise<ReadonlyMap<string, number>> {
    const totals = await totalsOf(
      db,
      customer_ids.flatMap((id) => totalsWithin(id, filter)),
    );
    const sum = (names: readonly string[]) =>
      names.reduce((total, name) => total + (totals.get(name) ?? 0), 0);
    return new Map(customer_ids.map((id) => [id, sum(totalsWithin(id, filter))]));
  },
});

/** Whose list it is; a customer in it must be the caller's. */
async function locateList(context: QueryContext, { customer_id, owner_id }: ListIds): Promise<string | null> {
  const owner = ownerAsked(context.caller, owner_id);
  if (customer_id !== null) await locateKyc(context, { customer_id, country: null });
  return owner;
}

interface Asked {
  readonly owner: string | null;
  readonly filter: SettlementFilter;
  readonly ids: ListIds;
}

/** A page of one customer; of one partner with an index for it; or of several lanes. */
function findSettlements(db: Kysely<Tables>, { owner, filter, ids }: Asked, page: PageInput) {
  const { status, currency } = filter;
  const all = db.selectFrom('instant_settlement').select(SUMMARY_COLUMNS).where(ownedBy(owner));
  if (ids.customer_id !== null) return findPage(ofCustomer(all, ids.customer_id, filter), page);
  const filters = [status, currency].filter((each) => each !== undefined).length;
  if (filters > (owner === null ? 0 : 1)) return findMergedPage(db, { owner, filter }, page);
  const query = all
    .$if(status !== undefined, (some) => some.where('status', '=', status ?? ''))
    .$if(currency !== undefined, (some) => some.where('currency', '=', currency ?? ''));
  return findPage(query, page);
}

/**
 * One customer has few settlements, so its index is the one to walk. A filter must not look as if another index served
 * it: SQLite would walk all that the partner has in that status.
 */
function ofCustomer<Row>(
  query: SelectQueryBuilder<Tables, 'instant_settlement', Row>,
  customerId: string,
  { status, currency }: SettlementFilter,
) {
  return query
    .where('customer_id', '=', customerId)
    .$if(status !== undefined, (all) => all.where(sql<SqlBool>`status || '' = ${status}`))
    .$if(currency !== undefined, (all) => all.where(sql<SqlBool>`currency || '' = ${currency}`));
}

/** Each lane gives as much as the page and what it leaves out could need. */
async function findMergedPage(
  db: Kysely<Tables>,
  { owner, filter }: Pick<Asked, 'owner' | 'filter'>,
  page: PageInput,
) {
  const reach = { ...page, limit: page.offset + page.limit, offset: 0 };
  const lanes = lanesOf(db, owner, filter).map((lane) => pageQuery(lane, reach));
  const query = settlementsIn(db, lanes)
    .orderBy('id', page.from === 'newest' ? 'desc' : 'asc')
    .limit(page.limit + 1)
    .offset(page.offset);
  return pageOfRows(await query.execute(), page);
}
