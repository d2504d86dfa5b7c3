import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/**
 * The kept response to a request with an idempotency key. The column `answer` is encrypted, because it may contain
 * personal data. Rows are added in the order of `kept_at`, so old ones are found without a tree: PostgreSQL keeps the
 * first and the last time of each range of pages, SQLite the order of the rows.
 */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  indexes: [{ name: 'idempotency_key_age', properties: ['kept_at'], type: 'brin' }],
  properties: {
    owner: p.string().primary(),
    key: p.string().primary(),
    fingerprint: p.string(),
    kept_at: p.string(),
    answer: p.text().$type<Encrypted | ''>(),
  },
});
