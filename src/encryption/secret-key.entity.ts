import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';
import type { Encrypted } from '../crypto/encryption.ts';

/**
 * A secret that something here is sealed with, by its name. What it says is checked at every start, so that a gateway
 * with the wrong secrets does not begin to write.
 */
export const SecretKey = defineEntity({
  name: 'SecretKey',
  tableName: 'secret_key',
  properties: {
    name: p.string().primary(),
    /** JSON of its keys that verify what cannot be made again with another. */
    verifying_keys: p.text().$type<Encrypted>(),
    /** When a process last said that it seals with this secret. */
    used_at: p.string(),
    /** When nothing was sealed with it any more; the secret may have been taken off since. */
    retired_at: p.string().nullable(),
  },
});

declare module '../kernel/tables.ts' {
  interface Tables {
    secret_key: InferKyselyTable<typeof SecretKey>;
  }
}
