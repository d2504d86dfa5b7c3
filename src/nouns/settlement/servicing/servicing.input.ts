import { z } from 'zod';
import { amountField, dateField, optionalText } from '../../../kernel/input/fields.ts';
import { reasonField } from '../../../kernel/input/reason.ts';
import { typeNamed } from '../../../kernel/input/type-name.ts';
import { WRITE_OFF_CODES, type WriteOffCode } from '../write-off.rules.ts';

const FOR_OPERATORS = 'Why, for operators only.';
const reason = reasonField().describe(FOR_OPERATORS);
const mayHaveReason = optionalText(reasonField()).describe(FOR_OPERATORS);

export const WaiverInput = z.strictObject({
  amount: amountField(1).describe(
    'In the minor unit of the currency; at most the part of the fee that is not waived yet.',
  ),
  reason: mayHaveReason,
});

export const WriteOffInput = z.strictObject({
  code: typeNamed(
    'WriteOffCode',
    z.custom<WriteOffCode>(
      (value) => WRITE_OFF_CODES.some((code) => code === value),
      `must be one of ${WRITE_OFF_CODES.join(', ')}`,
    ),
  ).describe('Why it is written off.'),
  reason: mayHaveReason,
});

export const RefundInput = z.strictObject({
  amount: amountField(1).describe('In the minor unit of the currency; at most the excess that is held.'),
  reason: mayHaveReason,
});

export const ExtensionInput = z.strictObject({
  due_on: dateField().describe('The new due day; later than the present one, and at most a year from today.'),
  reason,
});

export const ReturnInput = z.strictObject({
  reason,
  returned_on: dateField().nullish().describe('The day on which the money came back; today when absent.'),
});

export const CorrectionInput = z.strictObject({
  paid_on: dateField().describe('The day on which the money was sent, from the acceptance to today.'),
  reason,
});

export const UndoInput = z.strictObject({ reason });
