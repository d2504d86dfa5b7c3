import { defineEntity, p } from '@mikro-orm/core';

/** What the provider has set for all partners: one row. `mac` proves that the gateway wrote it (`provider-mac.ts`). */
export const ProviderSettings = defineEntity({
  name: 'ProviderSettings',
  tableName: 'provider_settings',
  properties: {
    id: p.string().primary(),
    /** JSON of `StoredSettings`. */
    settings: p.text(),
    /** The last day of the closed books. */
    books_closed_until: p.string().nullable(),
    updated_at: p.string(),
    /** How many events of the trail changed this row. */
    steps: p.integer().default(0),
    mac: p.string(),
  },
});
