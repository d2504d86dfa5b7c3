import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';
import type { Encrypted } from '../crypto/encryption.ts';
import { Partner } from '../partner/partner.entity.ts';

/**
 * An API key, known only by its keyed hash. `prefix` is enough of it to recognise it by and far too little to use. `mac`
 * proves that the gateway wrote what decides of its power (`api-key-mac.ts`).
 */
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
    /** HMAC of its digest; found by it. */
    hash: p.string().unique(),
    /** Its SHA-256, encrypted, from which a rotation of the secrets makes the hash anew. */
    digest: p.text().$type<Encrypted>().nullable(),
    created_at: p.string(),
    expires_at: p.string().nullable(),
    revoked_at: p.string().nullable(),
    /** To the minute; see `key-uses.ts`. */
    last_used_at: p.string().nullable(),
    /** The key that was made in its place. */
    successor_id: p.string().nullable(),
    /** How many events of the trail made the row what it is: an older version of it has fewer. */
    steps: p.integer().default(0),
    mac: p.string().nullable(),
  },
});

declare module '../kernel/tables.ts' {
  interface Tables {
    api_key: InferKyselyTable<typeof ApiKey>;
  }
}
