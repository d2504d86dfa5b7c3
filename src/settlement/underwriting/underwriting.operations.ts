import { findPartner } from '../../partner/partner.operations.ts';
import { interestRate } from '../../partner/pricing.rules.ts';
import { defineCommand } from '../../pipeline/operation.ts';
import { findSettlementAndKyc } from '../find-settlement.ts';
import { type Move, moveSettlement } from '../move-settlement.ts';
import { rolesFor } from '../settlement.machine.ts';
import { type InstantSettlementView, presentSettlement } from '../settlement.present.ts';
import { offerEnd } from '../settlement.rules.ts';
import { ApprovalInput } from './underwriting.input.ts';

/**
 * Makes the partner an offer, at the given rate or else by the partner's present pricing. For a partner with
 * auto-accept the offer is accepted in the same transaction.
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
