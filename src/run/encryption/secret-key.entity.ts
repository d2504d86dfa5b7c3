import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/**
 * A secret in use, by its name. Checked at every start, so a gateway with the wrong secrets does not begin to write.
 */
export const SecretKey = defineEntity({
  name: 'SecretKey',
  tableName: 'secret_key',
  properties: {
    name: p.string().primary(),
    /** JSON of the keys that verify MACs and fingerprints that no other secret can make again. */
    verifying_keys: p.text().$type<Encrypted>(),
    /** When a process last noted that it encrypts with this secret. */
    used_at: p.string(),
    /** When nothing needed the secret any longer. It may have been removed from SECRET_KEY since. */
    retired_at: p.string().nullable(),
  },
});
