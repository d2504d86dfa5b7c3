import { z } from 'zod';
import type { Selectable } from 'kysely';
import { describedBy } from '../../kernel/input/description.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { CURRENCIES, isCurrency } from '../../kernel/currency.ts';
import {
  ACCOUNT_RATES,
  CreatePartnerInput,
  REPAYMENT_ORDERS,
  REVIEWS,
  UNKNOWN_INPUTS,
  V1_MEMBERS,
} from './partner.input.ts';
import { Pricing } from './pricing.rules.ts';

/** One limit for each currency, in its minor unit. */
const AutoLimit = z.array(z.strictObject({ currency: z.enum(CURRENCIES), amount: z.int().min(0) }));
export type AutoLimit = z.output<typeof AutoLimit>;

export const PartnerView = describedBy(
  CreatePartnerInput,
  z.strictObject({
    partner_id: z.string(),
    name: z.string(),
    review: z.enum(REVIEWS),
    auto_accept: z.boolean(),
    account_rates: z.enum(ACCOUNT_RATES),
    interest_rate: Pricing,
    currencies: z.array(z.enum(CURRENCIES)),
    offer_valid_days: z.int().min(0),
    auto_limit: AutoLimit.describe(
      'The amount up to which a customer is funded without an operator’s review; a currency that is not listed has no limit.',
    ),
    unknown_input: z
      .enum(UNKNOWN_INPUTS)
      .describe('What happens to unknown members and query parameters on `/v1`.'),
    repayment_order: z.enum(REPAYMENT_ORDERS),
    reports_repayments: z.boolean(),
    due_notice_days: z.int().min(0),
    v1_members: z.enum(V1_MEMBERS),
    created_at: z.string(),
    updated_at: z.string(),
  }),
);
export type PartnerView = z.output<typeof PartnerView>;
export type PartnerSettings = Omit<PartnerView, 'partner_id' | 'created_at' | 'updated_at'>;

export type PartnerRow = Selectable<Tables['partner']>;

/** The columns of a partner, from its settings, without the proof. */
export function rowOf({
  partner_id,
  interest_rate,
  currencies,
  auto_limit,
  ...settings
}: PartnerView): Omit<PartnerRow, 'steps' | 'mac'> {
  return {
    ...settings,
    id: partner_id,
    pricing: JSON.stringify(interest_rate),
    currencies: currencies.join(','),
    auto_limit: JSON.stringify(auto_limit),
  };
}

export function presentPartner(row: PartnerRow): PartnerView {
  return {
    partner_id: row.id,
    name: row.name,
    // A setting of a later version is read as the strictest.
    review: REVIEWS.find((review) => review === row.review) ?? 'manual',
    auto_accept: Boolean(row.auto_accept),
    account_rates: row.account_rates === 'optional' ? 'optional' : 'required',
    interest_rate: Pricing.parse(JSON.parse(row.pricing)),
    currencies: row.currencies.split(',').filter(isCurrency),
    offer_valid_days: row.offer_valid_days,
    auto_limit: AutoLimit.parse(JSON.parse(row.auto_limit)),
    unknown_input: row.unknown_input === 'ignore' ? 'ignore' : 'refuse',
    repayment_order: row.repayment_order === 'principal_first' ? 'principal_first' : 'fee_first',
    reports_repayments: Boolean(row.reports_repayments),
    due_notice_days: row.due_notice_days,
    v1_members: row.v1_members === 'interface' ? 'interface' : 'all',
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
