import { findPartner } from '../partner/partner.operations.ts';
import { interestRate } from '../partner/pricing.rules.ts';
import { defineCommand } from '../pipeline/operation.ts';
import { DENIAL_BY } from './denial.rules.ts';
import { findSettlement, findSettlementAndKyc } from './find-settlement.ts';
import { encryptedNote, type Move, moveSettlement } from './move-settlement.ts';
import { rolesFor } from './settlement.machine.ts';
import { type InstantSettlementView, presentSettlement } from './settlement.present.ts';
import { offerEnd } from './settlement.rules.ts';
import { ApprovalInput, DenialInput, StepBackInput } from './underwriting.input.ts';

/**
 * Makes the partner an offer, at the given rate or by its pricing as it is now. For a partner with auto-accept the offer
 * is accepted in the same transaction.
 */
export const approveInstantSettlement = defineCommand({
  name: 'approveInstantSettlement',
  roles: rolesFor('approve'),
  input: ApprovalInput,
  locate: findSettlementAndKyc,
  async run(context, { input, subject: { settlement, kyc } }): Promise<InstantSettlementView> {
    const partner = await findPartner(context, settlement.partner_id);
    const { currency, settlement_period } = settlement;
    const rate = input.interest_rate ?? interestRate(partner.interest_rate, currency, settlement_period);
    const approval: Move = {
      event: 'approve',
      change: {
        approved_kyc_revision: kyc.revision,
        interest_rate: rate,
        offer_expires_at: offerEnd(context.now, partner.offer_valid_days),
      },
      data: { interest_rate: rate, kyc_revision: kyc.revision },
    };
    const acceptance: readonly Move[] = partner.auto_accept
      ? [{ event: 'accept', data: { automatic: true } }]
      : [];
    const after = await moveSettlement(context, settlement, [approval, ...acceptance]);
    return presentSettlement(after, context);
  },
});

/** Refuses a request, for a reason that the partner sees and with a note that it does not. */
export const denyInstantSettlement = defineCommand({
  name: 'denyInstantSettlement',
  roles: rolesFor('deny'),
  input: DenialInput,
  locate: findSettlement,
  async run(context, { input: { reason, note }, subject }): Promise<InstantSettlementView> {
    const denial_note = encryptedNote(context, 'denial_note', subject.id, note);
    const change = { denial_reason: reason, denial_note };
    const after = await moveSettlement(context, subject, [{ event: 'deny', change, data: { reason } }]);
    return presentSettlement(after, context);
  },
});

/** Takes back an offer that was not answered yet. */
export const withdrawInstantSettlement = defineCommand({
  name: 'withdrawInstantSettlement',
  roles: rolesFor('withdraw'),
  input: StepBackInput,
  locate: findSettlement,
  async run(context, { input: { reason }, subject }): Promise<InstantSettlementView> {
    const denial_note = encryptedNote(context, 'denial_note', subject.id, reason);
    const change = { denial_reason: DENIAL_BY.withdraw, denial_note };
    const after = await moveSettlement(context, subject, [{ event: 'withdraw', change }]);
    return presentSettlement(after, context);
  },
});
