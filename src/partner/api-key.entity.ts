import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';
import { Partner } from './partner.entity.ts';

/** An API key, known only by its hash. `prefix` is enough of it to recognise it by and far too little to use. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.string().primary(),
    partner: () => p.manyToOne(Partner).index(),
    name: p.string(),
    role: p.string(),
    /** Comma-separated. */
    scopes: p.string(),
    prefix: p.string(),
    hash: p.string().unique(),
    created_at: p.string(),
    expires_at: p.string().nullable(),
    revoked_at: p.string().nullable(),
    /** To the minute; see `key-uses.ts`. */
    last_used_at: p.string().nullable(),
    /** The key that was made in its place. */
    successor_id: p.string().nullable(),
  },
});

declare module '../kernel/tables.ts' {
  interface Tables {
    api_key: InferKyselyTable<typeof ApiKey>;
  }
}
