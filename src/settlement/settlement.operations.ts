import { z } from 'zod';
import { secondsLater, timestamp } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';
import { newId } from '../kernel/id.ts';
import { lockKyc, requireComplete } from '../kyc/kyc.operations.ts';
import { findPartner } from '../partner/partner.operations.ts';
import { interestRate } from '../partner/pricing.rules.ts';
import {
  type CommandContext,
  defineCommand,
  defineQuery,
  nothing,
  type QueryContext,
} from '../pipeline/operation.ts';
import { memberNames } from '../pipeline/read-input.ts';
import { ownerOf, visibleTo } from '../pipeline/tenancy.ts';
import {
  CreateInstantSettlementInput,
  createInstantSettlementInputOn,
  DecisionInput,
} from './settlement.input.ts';
import type { SettlementEvent } from './settlement.machine.ts';
import {
  InstantSettlementView,
  presentSettlement,
  type SettlementRow,
  type SettlementSummaryRow,
  statusOf,
  SUMMARY_COLUMNS,
  transactionsPlace,
} from './settlement.present.ts';
import { advance, countsOf, offerLapsed, statusInvalid } from './settlement.rules.ts';

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
      interest_rate: interestRate(partner.interest_rate, input.currency, input.settlement_period),
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
    if (lapsed && statusOf(before) === 'approved') throw offerLapsed();
    const after = await move(context, before, input.type, { decision_reason: input.reason ?? null });
    return presentSettlement({ ...after, transactions: before.transactions }, context.vault);
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
