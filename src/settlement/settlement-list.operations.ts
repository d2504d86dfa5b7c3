import { z } from 'zod';
import { isCurrency } from '../kernel/currency.ts';
import { mapPage, PAGE_LIMIT_MAX } from '../kernel/page.ts';
import { locateKyc } from '../kyc/kyc.operations.ts';
import { findPage, pageInput, pageOfRows, pageQuery } from '../pipeline/find-page.ts';
import { defineQuery, nothing, type QueryContext } from '../pipeline/operation.ts';
import { totalOf, totalsOf } from '../pipeline/tally.ts';
import { countedFor, visibleTo } from '../pipeline/tenancy.ts';
import { SETTLEMENT_STATUSES } from './settlement.machine.ts';
import { SUMMARY_COLUMNS, summarizeSettlement } from './settlement.present.ts';
import { totalsWithin } from './settlement.rules.ts';

const CustomerIds = z.array(z.string()).min(1).max(PAGE_LIMIT_MAX);

const FILTERS = {
  status: z.enum(SETTLEMENT_STATUSES).optional(),
  currency: z.string().refine(isCurrency, 'must be a currency that funding is offered in').optional(),
};

type ListIds = { readonly customer_id: string | 'any' };

export const listInstantSettlements = defineQuery({
  name: 'listInstantSettlements',
  roles: ['partner', 'operator'],
  input: pageInput('fun', FILTERS),
  locate: locateList,
  async run({ db, caller }, { ids, input: { status, currency, ...page } }) {
    const query = db
      .selectFrom('instant_settlement')
      .select(SUMMARY_COLUMNS)
      .where(visibleTo(caller))
      .$if(ids.customer_id !== 'any', (all) => all.where('customer_id', '=', ids.customer_id))
      .$if(status !== undefined, (all) => all.where('status', '=', status ?? ''))
      .$if(currency !== undefined, (all) => all.where('currency', '=', currency ?? ''));
    return mapPage(await findPage(query, page), summarizeSettlement);
  },
});

/** How many settlements the list has in all. */
export const countInstantSettlements = defineQuery({
  name: 'countInstantSettlements',
  roles: ['partner', 'operator'],
  input: z.strictObject(FILTERS),
  locate: locateList,
  run({ db, caller }, { ids, input }): Promise<number> {
    return totalOf(db, totalsWithin(ids.customer_id === 'any' ? countedFor(caller) : ids.customer_id, input));
  },
});

/** A page for each of several customers, in one query; every part of it walks an index no further than its page. */
export const listSettlementsOfCustomers = defineQuery({
  name: 'listSettlementsOfCustomers',
  roles: ['partner', 'operator'],
  input: pageInput('fun', { ...FILTERS, customer_ids: CustomerIds }),
  locate: nothing,
  async run({ db, caller }, { input: { customer_ids, status, currency, ...page } }) {
    const queries = customer_ids.map((customerId) => {
      const rows = db
        .selectFrom('instant_settlement')
        .select(SUMMARY_COLUMNS)
        .where('customer_id', '=', customerId)
        .where(visibleTo(caller))
        .$if(status !== undefined, (all) => all.where('status', '=', status ?? ''))
        .$if(currency !== undefined, (all) => all.where('currency', '=', currency ?? ''));
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

/** The customer whose list it is must be the caller's; the list of all needs none. */
async function locateList(context: QueryContext, { customer_id }: ListIds): Promise<null> {
  if (customer_id !== 'any') await locateKyc(context, { customer_id, country: 'any' });
  return null;
}
