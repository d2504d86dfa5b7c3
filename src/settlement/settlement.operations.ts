import { z } from 'zod';
import { timestamp } from '../kernel/clock.ts';
import { CURRENCIES } from '../kernel/currency.ts';
import { newId, soughtId } from '../kernel/id.ts';
import { lockKyc, requireComplete } from '../kyc/kyc.operations.ts';
import { findPartner } from '../partner/partner.operations.ts';
import { interestRate } from '../partner/pricing.rules.ts';
import { defineCommand, defineQuery, nothing } from '../pipeline/operation.ts';
import { memberNames } from '../pipeline/read-input.ts';
import { ownerOf } from '../pipeline/tenancy.ts';
import { DENIAL_BY } from './denial.rules.ts';
import { findSettlement } from './find-settlement.ts';
import { aboutSettlement, moveSettlement, sealedNote } from './move-settlement.ts';
import {
  CreateInstantSettlementInput,
  createInstantSettlementInputOn,
  DecisionInput,
} from './settlement.input.ts';
import { rolesFor } from './settlement.machine.ts';
import {
  InstantSettlementView,
  presentSettlement,
  settlementPlace,
  type SettlementRow,
  SUMMARY_COLUMNS,
} from './settlement.present.ts';
import { HAPPENINGS } from './settlement-events.rules.ts';
import { advance, countsOf, offerEnd } from './settlement.rules.ts';

/** Lapsed offers ended in one transaction; more of them wait for the next tick. */
const EXPIRY_BATCH = 100;

const READ_ONLY = memberNames(InstantSettlementView).filter(
  (name) => !memberNames(CreateInstantSettlementInput).includes(name),
);

/**
 * Requests funding for a customer. Under the settings of the partner it is approved, and the offer accepted, in the
 * same transaction.
 */
export const createInstantSettlement = defineCommand({
  name: 'createInstantSettlement',
  roles: ['partner'],
  ignores: READ_ONLY,
  alsoNamed: { customer_rate: 'customer_id' },
  async locate(context, _ids: Record<never, string>, raw) {
    const customerId = z.looseObject({ customer_id: z.string() }).safeParse(raw).data?.customer_id;
    // Without a customer there is nothing to find; the fields say what is wrong.
    const kyc =
      customerId === undefined
        ? null
        : await lockKyc(context, { customer_id: soughtId(customerId), country: 'any' });
    return { kyc, partner: await findPartner(context, ownerOf(context.caller)) };
  },
  input: ({ partner }) => createInstantSettlementInputOn(partner),
  form: CreateInstantSettlementInput,
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
      transactions: context.vault.seal(input.transactions.text, settlementPlace('transactions', id)),
      status: events.reduce(advance, 'submitted' as const),
      decision_reason: null,
      sealed_decision_reason: null,
      denial_reason: null,
      denial_note: null,
      disbursement_reference: null,
      offer_expires_at: events.length === 0 ? null : offerEnd(context.now, partner.offer_valid_days),
      created_at,
      updated_at: created_at,
    };
    await context.db.insertInto('instant_settlement').values(row).execute();
    await context.record({ ...aboutSettlement(row), type: HAPPENINGS.submit });
    for (const event of events) {
      await context.record({ ...aboutSettlement(row), type: HAPPENINGS[event], data: { automatic: true } });
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
  roles: rolesFor('accept'),
  input: DecisionInput,
  ignores: memberNames(InstantSettlementView),
  locate: findSettlement,
  async run(context, { input, subject }): Promise<InstantSettlementView> {
    const sealed_decision_reason = sealedNote(context, 'sealed_decision_reason', subject.id, input.reason);
    const after = await moveSettlement(context, subject, input.type, { change: { sealed_decision_reason } });
    return presentSettlement(after, context.vault);
  },
});

/** Ends a batch of the offers that nobody answered in time; how many it ended. */
export const expireOffers = defineCommand({
  name: 'expireOffers',
  roles: rolesFor('expire'),
  input: z.strictObject({}),
  locate: nothing,
  async run(context): Promise<number> {
    const lapsed = await context.db
      .selectFrom('instant_settlement')
      .select(SUMMARY_COLUMNS)
      .where('status', '=', 'approved')
      .where('currency', 'in', CURRENCIES)
      .where('offer_expires_at', '<=', timestamp(context.now))
      .orderBy('id')
      .limit(EXPIRY_BATCH)
      .$if(context.rowLocks, (query) => query.forNoKeyUpdate().skipLocked())
      .execute();
    for (const row of lapsed) {
      await moveSettlement(context, row, 'expire', { change: { denial_reason: DENIAL_BY.expire } });
    }
    return lapsed.length;
  },
});
