import type { Kysely } from 'kysely';
import { z } from 'zod';
import { lookupId } from '../../../kernel/id.ts';
import { type ListLength, mapPage, PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { valueOrForgery } from '../../../engine/crypto/row-mac.ts';
import { throughManyRows } from '../../../engine/sql/many-rows.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { findKyc } from '../../kyc/kyc.operations.ts';
import { pageInput } from '../../../pipeline/rows/find-page.ts';
import { findPageOfEach } from '../../../pipeline/rows/union-of-pages.ts';
import { defineQuery, type QueryContext } from '../../../pipeline/operation.ts';
import { totalOf, totalsOf } from '../../../pipeline/rows/counter.ts';
import { countedFor, ownedBy, ownerAsked, ownerSeenBy, visibleTo } from '../../../pipeline/rows/tenancy.ts';
import { countInPeriod, countInPeriodOfEach, customerPage, findSettlements } from './find-settlements.ts';
import {
  countServiced,
  countServicedOfEach,
  isByServicing,
  servicedRows,
} from './settlements-by-servicing.ts';
import { lapsedIn, lapsedInEach } from './lapsed-offers.ts';
import { keepsRepaid, reopenedChange } from './reopened.ts';
import { isInPeriod, withinPeriod } from './settlement-period-filter.ts';
import { SETTLEMENT_FILTERS } from '../settlement.input.ts';
import { withServicing } from '../servicing/servicing-reads.operations.ts';
import { listedSettlement } from './listed-settlement.ts';
import { LISTED_COLUMNS, type ListedRow } from '../proven-settlements.ts';
import type { InstantSettlementSummary } from '../settlement.present.ts';
import { totalsWithin } from '../settlement.rules.ts';

/** Ids of at most a page of records. */
const Ids = z.array(z.string()).min(1).max(PAGE_LIMIT_MAX);

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
    const { db, now, policy, isWhole } = context;
    const customer = customerAsked(ids, customer_id);
    const isRepaidKept = keepsRepaid(context);
    const asked = { owner, customer, now, policy, isWhole, isRepaidKept };
    const page = await findSettlements(db, asked, input);
    const shown = mapPage(page, (row) => listedSettlement(context, row));
    return isWhole ? { ...shown, rows: await withServicing(context, shown.rows, page.rows) } : shown;
  },
});

/** Each of several settlements, as lists show it. Those that the caller may not see are left out. */
export const listSettlementsById = defineQuery({
  name: 'listSettlementsById',
  roles: ['partner', 'operator'],
  input: z.strictObject({ funding_ids: Ids }),
  async run(
    context,
    { input: { funding_ids } },
  ): Promise<ReadonlyMap<string, InstantSettlementSummary | Error>> {
    const rows = await context.db
      .selectFrom('instant_settlement')
      .select(LISTED_COLUMNS)
      .where('id', 'in', funding_ids)
      .where(visibleTo(context.caller))
      .execute();
    return new Map(rows.map((row) => [row.id, valueOrForgery(() => listedSettlement(context, row))]));
  },
});

/** The length of the list. */
export const countInstantSettlements = defineQuery({
  name: 'countInstantSettlements',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: z.strictObject(SETTLEMENT_FILTERS),
  locate: locateList,
  async run(context, { ids, subject: owner, input: { customer_id, ...filter } }): Promise<ListLength> {
    const { db, now, policy } = context;
    const isRepaidKept = keepsRepaid(context);
    const customer = customerAsked(ids, customer_id);
    const customers = customer === null ? null : [customer];
    if (isByServicing(filter))
      return countServiced(db, { owner, customers, now, policy, isRepaidKept }, filter);
    if (isInPeriod(filter)) return countInPeriod(db, { owner, customer, now, isRepaidKept }, filter);
    const reopened = isRepaidKept ? await reopenedChange(db, { ...filter, owner, customer }) : 0;
    if (customer === null) {
      const stored = await totalOf(db, totalsWithin(countedFor(owner), filter));
      return stored + (await lapsedIn(db, owner, filter, now)) + reopened;
    }
    const isOwn = customer !== '' && (await isCustomerOf(db, owner, customer));
    if (!isOwn) return 0;
    const stored = await totalOf(db, totalsWithin(customer, filter));
    const lapsed = await lapsedInEach(db, [customer], filter, now);
    return stored + (lapsed.get(customer) ?? 0) + reopened;
  },
});

/** A page for each of several customers, in one query. Each part reads an index only as far as its page. */
export const listSettlementsOfCustomers = defineQuery({
  name: 'listSettlementsOfCustomers',
  roles: ['partner', 'operator'],
  input: pageInput('fun', { ...OF_CUSTOMER, customer_ids: Ids }),
  async run(context, { input: { customer_ids, ...input } }) {
    const { db, caller, now, policy } = context;
    const { status, currency, created_from, created_until, ...rest } = input;
    const { servicing_state, due_from, due_until, updated_from, ...page } = rest;
    const serviced = { servicing_state, due_from, due_until, updated_from };
    const all = { ...serviced, status, currency, created_from, created_until };
    const range = withinPeriod(page, { created_from, created_until });
    const asked = { owner: ownerSeenBy(caller), now, policy, isRepaidKept: false };
    const queryOf = (customer: string) => {
      if (isByServicing(serviced)) {
        const rows = servicedRows(db, { ...asked, customers: [customer] }, all, page);
        return db.selectFrom(rows.as('page')).selectAll().$call(throughManyRows);
      }
      const rows = customerPage(db, { ...asked, customer }, { status, currency }, range);
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
  roles: ['partner', 'operator'],
  input: z.strictObject({ ...OF_CUSTOMER, customer_ids: Ids }),
  async run(
    { db, caller, now, policy },
    { input: { customer_ids, ...filter } },
  ): Promise<ReadonlyMap<string, number>> {
    const owner = ownerSeenBy(caller);
    if (isByServicing(filter))
      return countServicedOfEach(
        db,
        { owner, customers: customer_ids, now, policy, isRepaidKept: false },
        filter,
      );
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
