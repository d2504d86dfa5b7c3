import { defineEntity, p } from '@mikro-orm/core';

/** A business with API keys and records. The provider chose its settings. */
export const Partner = defineEntity({
  name: 'Partner',
  tableName: 'partner',
  properties: {
    id: p.string().primary(),
    name: p.string(),
    review: p.string(),
    auto_accept: p.boolean(),
    account_rates: p.string(),
    /** JSON of `Pricing`. */
    pricing: p.text(),
    /** Comma-separated ISO 4217 codes. */
    currencies: p.string(),
    offer_valid_days: p.integer(),
    /** JSON of `AutoLimit`. */
    auto_limit: p.text().default('[]'),
    /** Whether REST refuses or ignores unknown members and query parameters. */
    unknown_input: p.string().default('refuse'),
    /** What a repayment pays first. */
    repayment_order: p.string().default('fee_first'),
    reports_repayments: p.boolean().default(false),
    due_notice_days: p.integer().default(3),
    /** Which members the bodies of `/v1` have. */
    v1_members: p.string().default('all'),
    created_at: p.string(),
    updated_at: p.string(),
    /** How many events of the trail changed this row. An older version of the row has fewer. */
    steps: p.integer().default(0),
    /** Proves that the gateway wrote the row (`partner-mac.ts`); empty until the first start of this version. */
    mac: p.string().default(''),
  },
});
