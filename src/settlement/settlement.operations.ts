import { z } from 'zod';
import { timestamp } from '../kernel/clock.ts';
import { CURRENCIES } from '../kernel/currency.ts';
import { isForgery } from '../crypto/row-mac.ts';
import { newId, lookupId } from '../kernel/id.ts';
import { lockKyc, requireComplete } from '../kyc/kyc.operations.ts';
import { findPartner } from '../partner/partner.operations.ts';
import { interestRate } from '../partner/pricing.rules.ts';
import { defineCommand, defineQuery, nothing } from '../pipeline/operation.ts';
import { memberNames } from '../pipeline/read-input.ts';
import { ownerOf } from '../pipeline/tenancy.ts';
import { isWithinLimit } from './auto-limit.ts';
import { DENIAL_BY } from './denial.rules.ts';
import { findSettlement } from './find-settlement.ts';
import { aboutSettlement, moveSettlement, encryptedNote } from './move-settlement.ts';
import {
  CreateInstantSettlementInput,
  createInstantSettlementInputOn,
  DecisionInput,
} from './settlement.input.ts';
import { rolesFor } from './settlement.machine.ts';
import {
  InstantSettlementView,
  presentSettlement,
  settlementAad,
  type SettlementRow,
} from './settlement.present.ts';
import { EVENT_OF_MOVE } from './settlement-events.rules.ts';
import { PROVEN_COLUMNS, settlementMac } from './settlement-mac.ts';
import { advance, countsOf, offerEnd, submissionOf } from './settlement.rules.ts';
import { transactionReads } from './transactions-read.operations.ts';

/** Lapsed offers that are ended in one transaction. */
const EXPIRY_BATCH = 100;

const READ_ONLY = memberNames(InstantSettlementView).filter(
  (name) => !memberNames(CreateInstantSettlementInput).includes(name),
);

/**
 * Requests funding for a customer. Depending on the partner's settings it is approved, and the offer accepted, in the
 * same transaction.
 */
export const createInstantSettlement = defineCommand({
  name: 'createInstantSettlement',
  roles: ['partner'],
  ignores: READ_ONLY,
  alsoNamed: { customer_rate: 'customer_id' },
  async locate(context, _ids: Record<never, string>, raw) {
    const customerId = z.looseObject({ customer_id: z.string() }).safeParse(raw).data?.customer_id;
    // Without a customer id there is no record to find, and the validation of the input reports that.
    const kyc =
      customerId === undefined
        ? null
        : await lockKyc(context, { customer_id: lookupId(customerId), country: null });
    return { kyc, partner: await findPartner(context, ownerOf(context.caller)) };
  },
  input: ({ partner }) => createInstantSettlementInputOn(partner),
  form: CreateInstantSettlementInput,
  async run(context, { input, subject: { kyc, partner } }): Promise<InstantSettlementView> {
    if (kyc === null) throw new Error('Input with a customer was accepted, but none was looked for.');
    requireComplete(kyc);
    const created_at = timestamp(context.now);
    const id = newId('fun', context.now);
    const isApproved = partner.review === 'auto' && (await isWithinLimit(context, partner, kyc, input));
    const events = [
      ...(isApproved ? (['approve'] as const) : []),
      ...(isApproved && partner.auto_accept ? (['accept'] as const) : []),
    ];
    const unproven = {
      id,
      partner_id: partner.partner_id,
      customer_id: kyc.customer_id,
      currency: input.currency,
      amount: input.amount,
      account_chargeback_rate: input.account_chargeback_rate ?? null,
      account_refund_rate: input.account_refund_rate ?? null,
      settlement_period: input.settlement_period,
      interest_rate: interestRate(partner.interest_rate, input.currency, input.settlement_period),
      transactions: context.vault.encrypt(input.transactions.text, settlementAad('transactions', id)),
      status: events.reduce(advance, 'submitted' as const),
      decision_reason: null,
      sealed_decision_reason: null,
      denial_reason: null,
      denial_note: null,
      disbursement_reference: null,
      offer_expires_at: isApproved ? offerEnd(context.now, partner.offer_valid_days) : null,
      approved_kyc_revision: isApproved ? kyc.revision : null,
      kyc_changed: 0,
      created_at,
      updated_at: created_at,
      steps: 1 + events.length,
    };
    const row: SettlementRow = { ...unproven, mac: settlementMac(context.rowMacs, unproven) };
    await context.db.insertInto('instant_settlement').values(row).execute();
    await context.record({ ...aboutSettlement(row), type: EVENT_OF_MOVE.submit, data: submissionOf(row) });
    for (const event of events) {
      const approval = { interest_rate: row.interest_rate, kyc_revision: kyc.revision };
      const data = { automatic: true, ...(event === 'approve' && approval) };
      await context.record({ ...aboutSettlement(row), type: EVENT_OF_MOVE[event], data });
    }
    await context.count(countsOf(row, 1));
    return presentSettlement(row, context.vault);
  },
});

export const getInstantSettlement = defineQuery({
  name: 'getInstantSettlement',
  roles: ['partner', 'operator'],
  input: z.strictObject({}),
  locate: findSettlement,
  run: async ({ vault }, { subject }): Promise<InstantSettlementView> => presentSettlement(subject, vault),
  discloses: (context, { funding_id }) => transactionReads(context, [funding_id]),
});

/** The partner's answer to an offer. A rejection has a reason. */
export const decideInstantSettlement = defineCommand({
  name: 'decideInstantSettlement',
  roles: rolesFor('accept'),
  input: DecisionInput,
  ignores: memberNames(InstantSettlementView),
  locate: findSettlement,
  async run(context, { input, subject }): Promise<InstantSettlementView> {
    const sealed_decision_reason = encryptedNote(context, 'sealed_decision_reason', subject.id, input.reason);
    const after = await moveSettlement(context, subject, input.type, { change: { sealed_decision_reason } });
    return presentSettlement(after, context.vault);
  },
});

interface Expired {
  /** The last offer of the batch; null where none is left. */
  readonly last: string | null;
  /**
   * The error of the first offer of the batch that could not be ended. It stays as it is and does not stop the others.
   */
  readonly damage: Error | null;
}

/** Ends a batch of lapsed offers, after an id. */
export const expireOffers = defineCommand({
  name: 'expireOffers',
  roles: rolesFor('expire'),
  input: z.strictObject({ after: z.string() }),
  locate: nothing,
  async run(context, { input: { after } }): Promise<Expired> {
    const lapsed = await context.db
      .selectFrom('instant_settlement')
      .select(PROVEN_COLUMNS)
      .select('mac')
      .where('status', '=', 'approved')
      .where('currency', 'in', CURRENCIES)
      .where('offer_expires_at', '<=', timestamp(context.now))
      .where('id', '>', after)
      .orderBy('id')
      .limit(EXPIRY_BATCH)
      .$if(context.rowLocks, (query) => query.forNoKeyUpdate().skipLocked())
      .execute();
    let damage: Error | null = null;
    for (const row of lapsed) {
      try {
        await moveSettlement(context, row, 'expire', { change: { denial_reason: DENIAL_BY.expire } });
      } catch (error) {
        if (!isForgery(error)) throw error;
        damage ??= error;
      }
    }
    return { last: lapsed.at(-1)?.id ?? null, damage };
  },
});
