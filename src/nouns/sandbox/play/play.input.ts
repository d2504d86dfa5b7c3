import { z } from 'zod';
import {
  amountField,
  dateField,
  orElse,
  orNull,
  textField,
  priceRateField,
} from '../../../kernel/input/fields.ts';
import { reasonField, referenceField } from '../../../kernel/input/reason.ts';

/** The share of sales that pays a settlement back, if none is given. */
const SHARE_DEFAULT = 0.1;

const reason = () => orNull(reasonField());
const reference = () => orNull(referenceField());
const day = () => orNull(dateField());
const amount = () => orNull(amountField(1));

/** The members of all plays with settlements. A play refuses the members that its step does not know. */
export const SettlementPlayInput = z
  .strictObject({
    interest_rate: orNull(priceRateField()).describe(
      'approve: the rate; if absent, the rate of your pricing.',
    ),
    reason: reason().describe('Why. deny: one of the reasons for denials, insufficient_history when absent.'),
    note: reason().describe('deny: a note for operators.'),
    reference: reference().describe('disburse, repay: the reference of the payment; SANDBOX when absent.'),
    paid_on: day().describe('disburse: the day of the payment; today when absent.'),
    confirm_kyc_revision: orNull(z.int().min(1)).describe(
      'approve, disburse: the present revision of the KYC, if it changed since the approval.',
    ),
    returned_on: day().describe('return: the day on which the money came back; today when absent.'),
    received_on: day().describe('repay: the day on which the money came; today when absent.'),
    amount: amount().describe('waive, refund-excess: in the minor unit of the currency; all when absent.'),
    due_on: day().describe('extend: the new due day; a week later when absent.'),
    code: orNull(textField()).describe('write-off: why; other when absent.'),
  })
  .meta({ id: 'SettlementPlayInput', description: 'What happens; every member may be absent.' });

/** The sales of a day. */
export const SalesInput = z
  .strictObject({
    amount: z
      .int({ error: 'must be an integer in the minor unit of the currency, such as 105000 for HKD 1,050.00' })
      .meta({
        description:
          'What was sold on the day, in the minor unit of the currency. A day with more refunds than sales is negative, and pays nothing.',
      }),
    share: orElse(priceRateField(), SHARE_DEFAULT).describe(
      'The share of it that pays back; 0.1 when absent.',
    ),
    date: day().describe('The day of the sales; today when absent.'),
  })
  .meta({ id: 'SalesInput', description: 'The sales of a day, of which a share pays a settlement back.' });

/** The members of all plays with repayments. */
export const RepaymentPlayInput = z
  .strictObject({
    amount: amount().describe('confirm: what came; as reported when absent.'),
    received_on: day().describe('confirm: the day on which it came; as reported when absent.'),
    reference: reference().describe('confirm: the reference of the payment; as reported when absent.'),
    reason: reason().describe('decline, reverse: why; sandbox when absent.'),
    kind: orNull(z.enum(['returned', 'mistake'])).describe('reverse: returned when absent.'),
    reversed_on: day().describe('reverse: the day on which it went back; today when absent.'),
  })
  .meta({ id: 'RepaymentPlayInput', description: 'What happens; every member may be absent.' });

/** The members of all plays with KYC records. */
export const KycPlayInput = z
  .strictObject({
    type: orNull(textField()).describe(
      'request-document: the document type; the first required one when absent.',
    ),
    reason: reason().describe('request-document: what is wrong; sandbox when absent.'),
  })
  .meta({ id: 'KycPlayInput', description: 'What happens; every member may be absent.' });

/** The members of a play that were given. */
export const given = (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
