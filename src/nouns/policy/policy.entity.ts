import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/** A version of a policy. `mac` proves that the gateway wrote the row (`policy-mac.ts`). */
export const PolicyVersion = defineEntity({
  name: 'PolicyVersion',
  tableName: 'policy',
  uniques: [
    { name: 'policy_live', properties: ['scope'], where: `state = 'live'` },
    { name: 'policy_shadow', properties: ['scope'], where: `state = 'shadow'` },
  ],
  properties: {
    id: p.string().primary(),
    /** The partner whose requests it evaluates; `all` for every partner without a policy of its own. */
    scope: p.string(),
    state: p.string(),
    /** The SHA-256 of what it decides by. */
    hash: p.string(),
    /** JSON of `PolicyContent`. */
    content: p.text().$type<Encrypted>(),
    /** The operator who made it, or the key if it has no operator. */
    owner: p.string(),
    created_at: p.string(),
    updated_at: p.string(),
    /** Since when it is or was live; null if it never was. */
    published_at: p.string().nullable(),
    retired_at: p.string().nullable(),
    /** How many events of the trail changed this row. */
    steps: p.integer(),
    mac: p.string(),
  },
});
