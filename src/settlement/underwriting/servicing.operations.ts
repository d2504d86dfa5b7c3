import { z } from 'zod';
import { defineCommand } from '../../pipeline/operation.ts';
import { findSettlement, findSettlementAndKyc } from '../find-settlement.ts';
import { moveSettlement, encryptedNote } from '../move-settlement.ts';
import { rolesFor } from '../settlement.machine.ts';
import { type InstantSettlementView, presentSettlement } from '../settlement.present.ts';
import { DisbursementInput } from './underwriting.input.ts';

/**
 * Records that the money of an accepted offer was sent. The KYC of the customer must be complete, and unchanged since
 * the approval or confirmed by the operator.
 */
export const disburseInstantSettlement = defineCommand({
  name: 'disburseInstantSettlement',
  roles: rolesFor('disburse'),
  input: DisbursementInput,
  locate: findSettlementAndKyc,
  async run(context, { input, subject: { settlement, kyc } }): Promise<InstantSettlementView> {
    const reference = encryptedNote(context, 'disbursement_reference', settlement.id, input.reference);
    const change = { disbursement_reference: reference };
    const data = { kyc_revision: kyc.revision };
    const facts = { kyc, confirmedKycRevision: input.confirm_kyc_revision ?? null };
    const after = await moveSettlement(context, settlement, [{ event: 'disburse', change, data }], facts);
    return presentSettlement(after, context);
  },
});

/** Records that the money was paid back. */
export const repayInstantSettlement = defineCommand({
  name: 'repayInstantSettlement',
  roles: rolesFor('repay'),
  input: z.strictObject({}),
  locate: findSettlement,
  run: async (context, { subject }): Promise<InstantSettlementView> =>
    presentSettlement(await moveSettlement(context, subject, [{ event: 'repay' }]), context),
});
