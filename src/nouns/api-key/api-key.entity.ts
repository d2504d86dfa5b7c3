import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';
import { Partner } from '../partner/partner.entity.ts';

/**
 * An API key. Only its keyed hash is stored. `prefix` is long enough to recognise the key and too short to use it.
 * `mac` proves that the gateway wrote the columns that decide what the key may do (`proven-api-keys.ts`).
 */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.string().primary(),
    /** Null for the key of a person that no partner's list has. */
    partner: () => p.manyToOne(Partner).nullable().deleteRule('no action').index(),
    /** The person who owns an operator's key, in the table `operator`. */
    operator_id: p.string().nullable().index(),
    name: p.string(),
    role: p.string(),
    /** Comma-separated. */
    scopes: p.string(),
    prefix: p.string(),
    /** HMAC of the digest. It finds the key. */
    hash: p.string().unique(),
    /** SHA-256 of the key, encrypted. After a rotation of the secrets the hash is made from it again. */
    digest: p.text().$type<Encrypted>(),
    created_at: p.string(),
    expires_at: p.string().nullable(),
    revoked_at: p.string().nullable(),
    /** Exact to the minute; see `key-uses.ts`. */
    last_used_at: p.string().nullable(),
    /** The key that replaces it after a rotation. */
    successor_id: p.string().nullable(),
    /** How many events of the trail changed this row. An older version of the row has fewer. */
    steps: p.integer().default(0),
    mac: p.string(),
  },
});
