import type { Kysely } from 'kysely';
import { z } from 'zod';
import { lookupId } from '../../../kernel/id.ts';
import { mapPage, PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { throughManyRows } from '../../../engine/sql/many-rows.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { findKyc } from '../../kyc/kyc.operations.ts';
import { pageInput } from '../../../pipeline/rows/find-page.ts';
import { findPageOfEach } from '../../../pipeline/rows/union-of-pages.ts';
import { defineQuery, nothing, type QueryContext } from '../../../pipeline/operation.ts';
import { totalOf, totalsOf } from '../../../pipeline/rows/counter.ts';
import { countedFor, ownedBy, ownerAsked, ownerSeenBy, visibleTo } from '../../../pipeline/rows/tenancy.ts';
import { countInPeriod, countInPeriodOfEach, customerPage, findSettlements } from './find-settlements.ts';
import { lapsedIn, lapsedInEach } from './lapsed-offers.ts';
import { isInPeriod, withinPeriod } from './settlement-period-filter.ts';
import { SETTLEMENT_FILTERS } from '../settlement.input.ts';
import { listedSettlement } from './listed-settlement.ts';
import type { ListedRow } from '../proven-settlements.ts';
import { totalsWithin } from '../settlement.rules.ts';

const CustomerIds = z.array(z.string()).min(1).max(PAGE_LIMIT_MAX);

/** The filters of a list of given customers. */
const { customer_id: _customer, ...OF_CUSTOMER } = SETTLEMENT_FILTERS;

type ListIds = { readonly customer_id: string | null; readonly owner_id: string | null };

export const listInstantSettlements = defineQuery({
  name: 'listInstantSettlements',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: pageInput('fun', SETTLEMENT_FILTERS),
  locate: locateList,
  async run(context, { ids, subject: owner, input: { customer_id, ...input } }) {
    const { db, now } = context;
    const customer = customerAsked(ids, customer_id);
    const page = await findSettlements(db, { owner, customer, now }, input);
    return mapPage(page, (row) => listedSettlement(context, row));
  },
});

/** The length of the list. */
export const countInstantSettlements = defineQuery({
  name: 'countInstantSettlements',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: z.strictObject(SETTLEMENT_FILTERS),
  locate: locateList,
  async run({ db, now }, { ids, subject: owner, input: { customer_id, ...filter } }): Promise<number> {
    const customer = customerAsked(ids, customer_id);
    if (isInPeriod(filter)) return countInPeriod(db, { owner, customer, now }, filter);
    if (customer === null) {
      const stored = await totalOf(db, totalsWithin(countedFor(owner), filter));
      return stored + (await lapsedIn(db, owner, filter, now));
    }
    const isOwn = customer !== '' && (await isCustomerOf(db, owner, customer));
    if (!isOwn) return 0;
    const stored = await totalOf(db, totalsWithin(customer, filter));
    const lapsed = await lapsedInEach(db, [customer], filter, now);
    return stored + (lapsed.get(customer) ?? 0);
  },
});

/** A page for each of several customers, in one query. Each part reads an index only as far as its page. */
export const listSettlementsOfCustomers = defineQuery({
  name: 'listSettlementsOfCustomers',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: pageInput('fun', { ...OF_CUSTOMER, customer_ids: CustomerIds }),
  locate: nothing,
  async run(context, { input: { customer_ids, ...input } }) {
    const { db, caller, now } = context;
    const { status, currency, created_from, created_until, ...page } = input;
    const range = withinPeriod(page, { created_from, created_until });
    const owner = ownerSeenBy(caller);
    const queryOf = (customer: string) => {
      const rows = customerPage(db, { owner, customer, now }, { status, currency }, range);
      const leavesOut = status !== undefined || currency !== undefined;
      return db.selectFrom(rows.as('page')).selectAll().$if(leavesOut, throughManyRows);
    };
    const parentOf = ({ customer_id }: ListedRow) => customer_id;
    const present = (row: ListedRow) => listedSettlement(context, row);
    return findPageOfEach(customer_ids, { queryOf, parentOf, present }, page);
  },
});

/** The number of settlements of each of several customers. */
export const countSettlementsOfCustomers = defineQuery({
  name: 'countSettlementsOfCustomers',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: z.strictObject({ ...OF_CUSTOMER, customer_ids: CustomerIds }),
  locate: nothing,
  async run(
    { db, caller, now },
    { input: { customer_ids, ...filter } },
  ): Promise<ReadonlyMap<string, number>> {
    if (isInPeriod(filter)) {
      return countInPeriodOfEach(
        db,
        { isVisible: visibleTo(caller), customerIds: customer_ids, now },
        filter,
      );
    }
    const totals = await totalsOf(
      db,
      customer_ids.flatMap((id) => totalsWithin(id, filter)),
    );
    const lapsed = await lapsedInEach(db, customer_ids, filter, now);
    const sum = (names: readonly string[]) =>
      names.reduce((total, name) => total + (totals.get(name) ?? 0), 0);
    return new Map(customer_ids.map((id) => [id, sum(totalsWithin(id, filter)) + (lapsed.get(id) ?? 0)]));
  },
});

/**
 * The partner whose list it is; null for all partners. Throws `resource_missing` if the caller may not see the
 * customer.
 */
async function locateList(context: QueryContext, { customer_id, owner_id }: ListIds): Promise<string | null> {
  const owner = ownerAsked(context.caller, owner_id);
  if (customer_id !== null) await findKyc(context, { customer_id, country: null });
  return owner;
}

/** The customer of the path or of the filter. Null for all customers; empty for none, if path and filter differ. */
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
