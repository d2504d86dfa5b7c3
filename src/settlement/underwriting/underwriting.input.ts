import { z } from 'zod';
import { optionalText, proseField, textField } from '../../kernel/input/fields.ts';
import { isUnderwritingDenial, UNDERWRITING_DENIALS, type UnderwritingDenial } from './denial.rules.ts';

const NOTE_LENGTH_MAX = 1_000;

/** Without a rate, the partner's pricing applies. */
export const ApprovalInput = z.strictObject({ interest_rate: z.number().min(0).max(1).nullish() });

export const DenialInput = z.strictObject({
  reason: z.custom<UnderwritingDenial>(
    (value) => typeof value === 'string' && isUnderwritingDenial(value),
    `must be one of ${Object.keys(UNDERWRITING_DENIALS).join(', ')}`,
  ),
  note: optionalText(proseField(NOTE_LENGTH_MAX)),
});

/** The reason for withdrawing an offer or revoking an acceptance; for operators only. */
export const StepBackInput = z.strictObject({ reason: proseField(NOTE_LENGTH_MAX) });

export const DisbursementInput = z.strictObject({
  reference: textField().meta({ description: 'The reference of the payment in the provider’s books.' }),
  /** The revision of the KYC that the operator has checked. */
  confirm_kyc_revision: z.int().min(1).nullish(),
});
