import { z } from 'zod';
import { requireComplete } from '../kyc/kyc.operations.ts';
import { defineCommand } from '../pipeline/operation.ts';
import { DENIAL_BY } from './denial.rules.ts';
import { findSettlement, findSettlementAndKyc } from './find-settlement.ts';
import { requireKycSeen } from './kyc-unchanged.rules.ts';
import { moveSettlement, encryptedNote } from './move-settlement.ts';
import { rolesFor } from './settlement.machine.ts';
import { type InstantSettlementView, presentSettlement } from './settlement.present.ts';
import { DisbursementInput, StepBackInput } from './underwriting.input.ts';

/**
 * Notes that the money of an accepted offer was sent. The KYC of the customer must be complete, and unchanged since the
 * approval or confirmed by the operator.
 */
export const disburseInstantSettlement = defineCommand({
  name: 'disburseInstantSettlement',
  roles: rolesFor('disburse'),
  input: DisbursementInput,
  locate: findSettlementAndKyc,
  async run(context, { input, subject: { settlement, kyc } }): Promise<InstantSettlementView> {
    const reference = encryptedNote(context, 'disbursement_reference', settlement.id, input.reference);
    const after = await moveSettlement(context, settlement, 'disburse', {
      change: { disbursement_reference: reference },
      data: { kyc_revision: kyc.revision },
    });
    // After the move, so that a settlement in another status is refused for that; a refusal undoes the move.
    requireComplete(kyc);
    requireKycSeen({
      revision: kyc.revision,
      approvedOn: settlement.approved_kyc_revision,
      confirmed: input.confirm_kyc_revision ?? null,
    });
    return presentSettlement(after, context.vault);
  },
});

/** Revokes an accepted offer whose money was not sent yet. */
export const revokeInstantSettlement = defineCommand({
  name: 'revokeInstantSettlement',
  roles: rolesFor('revoke'),
  input: StepBackInput,
  locate: findSettlement,
  async run(context, { input: { reason }, subject }): Promise<InstantSettlementView> {
    const denial_note = encryptedNote(context, 'denial_note', subject.id, reason);
    const change = { denial_reason: DENIAL_BY.revoke, denial_note };
    return presentSettlement(await moveSettlement(context, subject, 'revoke', { change }), context.vault);
  },
});

/** Notes that the money was paid back. */
export const repayInstantSettlement = defineCommand({
  name: 'repayInstantSettlement',
  roles: rolesFor('repay'),
  input: z.strictObject({}),
  locate: findSettlement,
  run: async (context, { subject }): Promise<InstantSettlementView> =>
    presentSettlement(await moveSettlement(context, subject, 'repay'), context.vault),
});
