import { z } from 'zod';
import { CURRENCIES } from '../../kernel/currency.ts';
import { amountField, dateField, integerField, momentField } from '../../kernel/input/fields.ts';
import { REASON_SAYS, reasonField } from '../../kernel/input/reason.ts';
import { jsonObjectField } from '../../engine/json/json-object-field.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { kept } from '../../kernel/kept.ts';
import { wordsField } from '../../kernel/input/words-field.ts';
import { SETTLEMENT_PERIOD_DAYS } from '../partner/settlement-period.ts';
import { failsWith } from '../../pipeline/input/read-input.ts';
import { SERVICING_STATES } from './servicing-states.rules.ts';
import { SETTLEMENT_STATUSES } from './settlement.machine.ts';

/** Enough for some thousands of transactions. A longer history can be summarised. */
const TRANSACTIONS_BYTES_MAX = 2 * 1024 * 1024;
export const TRANSACTIONS_SIZE = { bytes: TRANSACTIONS_BYTES_MAX };

const RATE_SAYS = { error: 'must be a number from 0 to 1, such as 0.03' };
const rate = z.number(RATE_SAYS).min(0, RATE_SAYS).max(1, RATE_SAYS);

const accountRate = (what: string) =>
  `${what} of the account, as a decimal: 3 % is 0.03. Required unless the provider made it optional for the partner.`;

export const CreateInstantSettlementInput = z
  .strictObject({
    customer_id: typeNamed('ID', z.string()).describe(
      'The customer to be funded, whose KYC must be complete.',
    ),
    currency: z
      .string()
      .meta({ description: 'ISO 4217; one of the currencies in which the partner can be funded.' }),
    amount: amountField(1).meta({
      description: 'In the minor unit of the currency: 1250000 is HKD 12,500.00.',
    }),
    account_chargeback_rate: rate.nullish().meta({ description: accountRate('The chargeback rate') }),
    account_refund_rate: rate.nullish().meta({ description: accountRate('The refund rate') }),
    settlement_period: integerField(SETTLEMENT_PERIOD_DAYS.min, SETTLEMENT_PERIOD_DAYS.max).meta({
      description:
        'How many days the transactions take to settle. The money is due so many calendar days after it was sent.',
    }),
    transactions: jsonObjectField(TRANSACTIONS_BYTES_MAX).describe(
      'The transactions of the account until now, in any form. They are kept as you send them.',
    ),
  })
  .meta({ id: 'CreateInstantSettlementInput', description: 'A request for funding.' });

interface Terms {
  readonly currencies: readonly string[];
  readonly account_rates: 'required' | 'optional';
}

/** Schemas that are kept, some twenty kilobytes each: many partners have the same settings. */
const KEPT_SCHEMAS_MAX = 100;

/** The input under the settings of a partner. Making a schema takes longer than reading an input. */
export const createInstantSettlementInputOn = kept(inputUnder, {
  keyOf: ({ currencies, account_rates }) => `${account_rates} ${currencies.join()}`,
  max: KEPT_SCHEMAS_MAX,
});

function inputUnder(terms: Terms) {
  const input = CreateInstantSettlementInput.extend({
    currency: z
      .string()
      .refine(
        (code) => terms.currencies.includes(code),
        failsWith('currency_not_supported', `must be one of ${terms.currencies.join(', ')}`),
      ),
  });
  // zod skips the refinement of an absent optional member, so the rule is on the whole object.
  return terms.account_rates === 'optional'
    ? input
    : input.extend({ account_chargeback_rate: rate, account_refund_rate: rate });
}

/** The filters of a list of settlements. */
export const SETTLEMENT_FILTERS = {
  status: typeNamed('InstantSettlementStatus', wordsField(SETTLEMENT_STATUSES, 'status'))
    .describe('Only settlements in one of these statuses.')
    .optional(),
  currency: z
    .enum(CURRENCIES)
    .describe('Only settlements in this currency; ISO 4217, such as HKD.')
    .optional(),
  created_from: typeNamed('DateTime', momentField('start'))
    .describe('Only settlements created at this moment or later. A day begins with its first second in UTC.')
    .optional(),
  created_until: typeNamed('DateTime', momentField('end'))
    .describe('Only settlements created at this moment or earlier. A day ends with its last second in UTC.')
    .optional(),
  customer_id: typeNamed('ID', z.string()).describe('Only settlements of this customer.').optional(),
  servicing_state: typeNamed('ServicingState', wordsField(SERVICING_STATES, 'state'))
    .describe('Only settlements whose money was sent, in one of these states of servicing.')
    .optional(),
  due_from: dateField().describe('Only settlements that are due on this day or later.').optional(),
  due_until: dateField().describe('Only settlements that are due on this day or earlier.').optional(),
  updated_from: typeNamed('DateTime', momentField('start'))
    .describe(
      'Only settlements that changed at this moment or later. A day begins with its first second in UTC.',
    )
    .optional(),
};

export const DecisionInput = z
  .strictObject({
    type: z.enum(['accept', 'reject']),
    reason: reasonField(0).nullish().describe('Required when the offer is rejected.'),
  })
  .refine(({ type, reason }) => type === 'accept' || typeof reason === 'string', {
    ...failsWith('parameter_missing', 'is required when the offer is rejected'),
    path: ['reason'],
  })
  .refine(({ type, reason }) => type === 'accept' || reason !== '', {
    error: `${REASON_SAYS} when the offer is rejected`,
    path: ['reason'],
  })
  .meta({ id: 'DecisionInput' })
  // Many serialisers send an empty text instead of leaving it out.
  .transform(({ type, reason }) => ({ type, reason: reason === undefined || reason === '' ? null : reason }));
