import { z } from 'zod';
import { secondsLater, timestamp } from '../kernel/clock.ts';
import { isCurrency } from '../kernel/currency.ts';
import { refusal } from '../kernel/errors.ts';
import { newId } from '../kernel/id.ts';
import { mapPage, PAGE_LIMIT_MAX } from '../kernel/page.ts';
import { locateKyc, lockKyc, requireComplete } from '../kyc/kyc.operations.ts';
import { findPartner } from '../partner/partner.operations.ts';
import { interestRate } from '../partner/pricing.rules.ts';
import { findPage, pageInput, pageOfRows, pageQuery } from '../pipeline/find-page.ts';
import {
  type CommandContext,
  defineCommand,
  defineQuery,
  nothing,
  type QueryContext,
} from '../pipeline/operation.ts';
import { memberNames } from '../pipeline/read-input.ts';
import { totalOf, totalsOf } from '../pipeline/tally.ts';
import { ownerOf, visibleTo } from '../pipeline/tenancy.ts';
import {
  CreateInstantSettlementInput,
  createInstantSettlementInputOn,
  DecisionInput,
} from './settlement.input.ts';
import { SETTLEMENT_STATUSES, type SettlementEvent } from './settlement.machine.ts';
import {
  InstantSettlementView,
  presentSettlement,
  type SettlementRow,
  type SettlementSummaryRow,
  statusOf,
  summarizeSettlement,
  transactionsPlace,
} from './settlement.present.ts';
import { advance, countsOf, statusInvalid, totalsWithin } from './settlement.rules.ts';

const SECONDS_PER_DAY = 86_400;
/** Lapsed offers ended in one transaction; more of them wait for the next tick. */
const EXPIRY_BATCH = 100;

const READ_ONLY = memberNames(InstantSettlementView).filter(
  (name) => !memberNames(CreateInstantSettlementInput).includes(name),
);

/** What the trail calls each event that an operation here can cause. */
const HAPPENINGS = {
  submit: 'funding.submitted',
  approve: 'funding.approved',
  accept: 'funding.accepted',
  reject: 'funding.rejected',
  expire: 'funding.expired',
} as const;

/**
 * Requests funding for a customer. Under the settings of the partner it is approved, and the offer accepted, in the
 * same transaction.
 */
export const createInstantSettlement = defineCommand({
  name: 'createInstantSettlement',
  roles: ['partner'],
  ignores: READ_ONLY,
  async locate(context, _ids: Record<never, string>, raw) {
    const customerId = z.looseObject({ customer_id: z.string() }).safeParse(raw).data?.customer_id;
    // Without a customer there is nothing to find; the fields say what is wrong.
    const kyc =
      customerId === undefined ? null : await lockKyc(context, { customer_id: customerId, country: 'any' });
    return { kyc, partner: await findPartner(context, ownerOf(context.caller)) };
  },
  input: ({ partner }) => createInstantSettlementInputOn(partner),
  async run(context, { input, subject: { kyc, partner } }): Promise<InstantSettlementView> {
    if (kyc === null) throw new Error('Input with a customer was accepted, but none was looked for.');
    requireComplete(kyc);
    const created_at = timestamp(context.now);
    const id = newId('fun', context.now);
    const events = [
      ...(partner.review === 'auto' ? (['approve'] as const) : []),
      ...(partner.review === 'auto' && partner.auto_accept ? (['accept'] as const) : []),
    ];
    const row: SettlementRow = {
      id,
      partner_id: partner.partner_id,
      customer_id: kyc.customer_id,
      currency: input.currency,
      amount: input.amount,
      account_chargeback_rate: input.account_chargeback_rate ?? null,
      account_refund_rate: input.account_refund_rate ?? null,
      settlement_period: input.settlement_period,
      interest_rate: interestRate(partner.pricing, input.currency, input.settlement_period),
      transactions: context.vault.seal(JSON.stringify(input.transactions), transactionsPlace(id)),
      status: events.reduce(advance, 'submitted' as const),
      decision_reason: null,
      offer_expires_at: events.length === 0 ? null : offerEnd(context.now, partner.offer_valid_days),
      created_at,
      updated_at: created_at,
    };
    await context.db.insertInto('instant_settlement').values(row).execute();
    for (const event of ['submit', ...events] as const) {
      await context.record({ ...aboutSettlement(row), type: HAPPENINGS[event] });
    }
    await context.tally(countsOf(row, 1));
    return presentSettlement(row, context.vault);
  },
});

export const getInstantSettlement = defineQuery({
  name: 'getInstantSettlement',
  roles: ['partner', 'operator'],
  input: z.strictObject({}),
  locate: findSettlement,
  run: async ({ vault }, { subject }): Promise<InstantSettlementView> => presentSettlement(subject, vault),
});

/** The partner's answer to an offer. A rejection says why. */
export const decideInstantSettlement = defineCommand({
  name: 'decideInstantSettlement',
  roles: ['partner'],
  input: DecisionInput,
  ignores: memberNames(InstantSettlementView),
  locate: findSettlement,
  async run(context, { input, subject: before }): Promise<InstantSettlementView> {
    const lapsed = before.offer_expires_at !== null && before.offer_expires_at <= timestamp(context.now);
    if (lapsed) throw statusInvalid(statusOf(before), input.type);
    const after = await move(context, before, input.type, { decision_reason: input.reason ?? null });
    return presentSettlement({ ...after, transactions: before.transactions }, context.vault);
  },
});

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
    return totalOf(db, totalsWithin(ids.customer_id === 'any' ? ownerOf(caller) : ids.customer_id, input));
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

/** Ends a batch of the offers that nobody answered in time; how many it ended. */
export const expireOffers = defineCommand({
  name: 'expireOffers',
  roles: ['operator'],
  input: z.strictObject({}),
  locate: nothing,
  async run(context): Promise<number> {
    const lapsed = await context.db
      .selectFrom('instant_settlement')
      .select(SUMMARY_COLUMNS)
      .where('status', '=', 'approved')
      .where('offer_expires_at', '<=', timestamp(context.now))
      .orderBy('id')
      .limit(EXPIRY_BATCH)
      .$if(context.rowLocks, (query) => query.forUpdate().skipLocked())
      .execute();
    for (const row of lapsed) await move(context, row, 'expire', {});
    return lapsed.length;
  },
});

const SUMMARY_COLUMNS = [
  'id',
  'partner_id',
  'customer_id',
  'currency',
  'amount',
  'account_chargeback_rate',
  'account_refund_rate',
  'settlement_period',
  'interest_rate',
  'status',
  'decision_reason',
  'offer_expires_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof SettlementSummaryRow)[];

const aboutSettlement = (row: SettlementSummaryRow) =>
  ({ subject: `funding/${row.id}`, partnerId: row.partner_id }) as const;

const offerEnd = (from: Date, days: number) => timestamp(secondsLater(from, days * SECONDS_PER_DAY));

type SettlementIds = { readonly funding_id: string; readonly customer_id: string | 'any' };

async function findSettlement(
  { db, caller, rowLocks }: QueryContext,
  ids: SettlementIds,
): Promise<SettlementRow> {
  const row = await db
    .selectFrom('instant_settlement')
    .selectAll()
    .where('id', '=', ids.funding_id)
    .where(visibleTo(caller))
    .$if(ids.customer_id !== 'any', (query) => query.where('customer_id', '=', ids.customer_id))
    .$if(rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw refusal('resource_missing', 'There is no such instant settlement.');
  return row;
}

/** The customer whose list it is must be the caller's; the list of all needs none. */
async function locateList(context: QueryContext, { customer_id }: ListIds): Promise<null> {
  if (customer_id !== 'any') await locateKyc(context, { customer_id, country: 'any' });
  return null;
}

/** Moves a settlement along its machine, unless another change came first. */
async function move(
  context: CommandContext,
  before: SettlementSummaryRow,
  event: Exclude<SettlementEvent & keyof typeof HAPPENINGS, 'submit'>,
  change: Partial<SettlementSummaryRow>,
): Promise<SettlementSummaryRow> {
  const from = statusOf(before);
  const after = { ...before, ...change, status: advance(from, event), updated_at: timestamp(context.now) };
  const moved = await context.db
    .updateTable('instant_settlement')
    .set({ ...change, status: after.status, updated_at: after.updated_at })
    .where('id', '=', before.id)
    .where('status', '=', from)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw statusInvalid(from, event);
  await context.record({ ...aboutSettlement(before), type: HAPPENINGS[event] });
  await context.tally([...countsOf(before, -1), ...countsOf(after, 1)]);
  return after;
}
