import { z } from 'zod';
import { jsonObjectField, proseField, textSize } from '../kernel/fields.ts';
import { SETTLEMENT_PERIOD_DAYS } from '../kernel/settlement-period.ts';
import { because } from '../pipeline/read-input.ts';

/** Some thousands of transactions; what more history there is can be summed up. */
const TRANSACTIONS_BYTES_MAX = 2 * 1024 * 1024;
export const TRANSACTIONS_SIZE = { bytes: TRANSACTIONS_BYTES_MAX };
const REASON_LENGTH_MAX = 1_000;
export const REASON_SIZE = textSize(REASON_LENGTH_MAX);

const rate = z.number().min(0).max(1);

export const CreateInstantSettlementInput = z
  .strictObject({
    customer_id: z.string(),
    currency: z
      .string()
      .meta({ description: 'ISO 4217; one of the currencies that the partner is funded in.' }),
    amount: z.int().min(1).meta({ description: 'Minor units.' }),
    account_chargeback_rate: rate
      .nullish()
      .meta({ description: 'May be null for partners configured that way.' }),
    account_refund_rate: rate
      .nullish()
      .meta({ description: 'May be null for partners configured that way.' }),
    settlement_period: z
      .int()
      .min(SETTLEMENT_PERIOD_DAYS.min)
      .max(SETTLEMENT_PERIOD_DAYS.max)
      .meta({ description: 'Days.' }),
    transactions: jsonObjectField(TRANSACTIONS_BYTES_MAX),
  })
  .meta({ id: 'CreateInstantSettlementInput' });

interface Terms {
  readonly currencies: readonly string[];
  readonly account_rates: 'required' | 'optional';
}

/** The same under the settings of a partner. */
export function createInstantSettlementInputOn(terms: Terms) {
  const input = CreateInstantSettlementInput.extend({
    currency: z
      .string()
      .refine(
        (code) => terms.currencies.includes(code),
        because('currency_not_supported', `must be one of ${terms.currencies.join(', ')}`),
      ),
  });
  // A rule on an optional member would not be asked where the member is absent.
  return terms.account_rates === 'optional'
    ? input
    : input.extend({ account_chargeback_rate: rate, account_refund_rate: rate });
}

export const DecisionInput = z
  .strictObject({
    type: z.enum(['accept', 'reject']),
    reason: proseField(REASON_LENGTH_MAX).nullish(),
  })
  .refine(({ type, reason }) => type === 'accept' || typeof reason === 'string', {
    ...because('parameter_missing', 'is required when the offer is rejected'),
    path: ['reason'],
  })
  .meta({ id: 'DecisionInput' });
