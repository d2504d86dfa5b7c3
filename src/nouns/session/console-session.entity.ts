import { defineEntity, p } from '@mikro-orm/core';

/**
 * A session of the console. The browser has the token; `hash` is its keyed hash, so reading the database gives no
 * session. `mac` proves that the gateway wrote all columns except `seen_at`.
 */
export const ConsoleSession = defineEntity({
  name: 'ConsoleSession',
  tableName: 'console_session',
  indexes: [{ name: 'console_session_expiry', properties: ['expires_at'] }],
  properties: {
    hash: p.string().primary(),
    /** The person; null for a key without a person. */
    operator_id: p.string().nullable(),
    /** The key of the sign-in; null for a sign-in by OpenID Connect. */
    key_id: p.string().nullable(),
    created_at: p.string(),
    /** The time of the last request, exact to the minute. */
    seen_at: p.string(),
    /** The end of the session, even if it is used. */
    expires_at: p.string(),
    mac: p.string(),
  },
});
