import { z } from 'zod';
import {
  dateField,
  optionalText,
  priceRateField,
  proseField,
  textField,
} from '../../../kernel/input/fields.ts';
import { reasonField } from '../../../kernel/input/reason.ts';
import { typeNamed } from '../../../kernel/input/type-name.ts';
import {
  DECISION_REASONS,
  type DecisionReason,
  isDecisionReason,
  REASONS_MAX,
} from '../../decision/reasons.rules.ts';

const NOTE_LENGTH_MAX = 1_000;

/** The revision of a KYC record that the operator has checked. */
const kycRevision = z.int().min(1).nullish();

/** Why a person decides otherwise than the live policy advises. */
const override = () =>
  optionalText(proseField(NOTE_LENGTH_MAX)).describe(
    'Why you decide otherwise than the live policy advises; required then. For operators only.',
  );

export const ApprovalInput = z.strictObject({
  interest_rate: priceRateField()
    .nullish()
    .describe('As a decimal; if absent, the rate of the partner’s pricing.'),
  confirm_kyc_revision: kycRevision.describe(
    'The `revision` of the customer’s KYC that you have looked at. The request is refused if it is not the present one. If absent, the present one is taken.',
  ),
  override: override(),
});

const FOR_OPERATORS = 'For operators only.';

const reason = () =>
  typeNamed(
    'UnderwritingDenialReason',
    z.custom<DecisionReason>(
      (value) => typeof value === 'string' && isDecisionReason(value),
      `must be one of ${Object.keys(DECISION_REASONS).join(', ')}`,
    ),
  );

export const DenialInput = z.strictObject({
  reason: reason().describe(
    'The heaviest reason. The partner reads it, or `not_eligible` if it is only for operators.',
  ),
  more_reasons: z
    .array(reason())
    .max(REASONS_MAX - 1)
    .nullish()
    .describe('Up to three more reasons, the heaviest first. For operators only.'),
  note: optionalText(proseField(NOTE_LENGTH_MAX)).describe(FOR_OPERATORS),
  override: override(),
});

/** The reason for withdrawing an offer or revoking an acceptance. */
export const StepBackInput = z.strictObject({ reason: reasonField().describe(FOR_OPERATORS) });

export const DisbursementInput = z.strictObject({
  reference: textField().describe('The reference of the payment, 1 to 255 characters.'),
  paid_on: dateField()
    .nullish()
    .describe('The day on which the money was sent, from the acceptance to today; today when absent.'),
  confirm_kyc_revision: kycRevision.describe(
    'The present `revision` of the customer’s KYC, after you have looked at it. It is needed if the KYC changed since the approval.',
  ),
});
