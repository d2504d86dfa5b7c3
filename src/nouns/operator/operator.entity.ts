import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/**
 * A person of the funding provider. Each of an operator's API keys and sessions can do no more than `scopes`. `mac`
 * proves that the gateway wrote the row (`proven-operators.ts`).
 */
export const Operator = defineEntity({
  name: 'Operator',
  tableName: 'operator',
  properties: {
    id: p.string().primary(),
    name: p.string(),
    email: p.text().$type<Encrypted>().nullable(),
    /** Comma-separated. */
    scopes: p.string(),
    /** The issuer and the subject, if the person signs in by OpenID Connect. */
    oidc_subject: p.string().nullable().unique(),
    created_at: p.string(),
    /** Set once. A person who comes back is a new operator. */
    disabled_at: p.string().nullable(),
    /** When a second person confirmed one who signs in by OpenID Connect; null for other people. */
    confirmed_at: p.string().nullable(),
    mac: p.string(),
  },
});
