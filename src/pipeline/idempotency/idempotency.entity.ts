import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/**
 * The kept answer to a request with an idempotency key. `answer` is encrypted, because it may contain personal data.
 */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  indexes: [{ name: 'idempotency_key_expiry', properties: ['expires_at'] }],
  properties: {
    owner: p.string().primary(),
    key: p.string().primary(),
    fingerprint: p.string(),
    answer: p.text().$type<Encrypted | ''>(),
    expires_at: p.string(),
  },
});

declare module '../../engine/sql/tables.ts' {
  interface Tables {
    idempotency_key: InferKyselyTable<typeof IdempotencyKey>;
  }
}
