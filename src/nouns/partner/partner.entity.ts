import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

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
    created_at: p.string(),
    updated_at: p.string(),
  },
});

declare module '../../engine/sql/tables.ts' {
  interface Tables {
    partner: InferKyselyTable<typeof Partner>;
  }
}
