import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Vault } from '../../engine/crypto/encryption.ts';
import type { KeyedHash } from '../../engine/crypto/hmac.ts';
import { DamageError } from '../../kernel/damage.ts';
import type { ApiKeyRow } from './api-key.present.ts';
import { apiKeyDigestAad } from './api-key.rules.ts';

/** What is needed to prove a stored key. */
export interface KeyProofs {
  readonly vault: Vault;
  readonly rowMacs: RowMacs;
  readonly apiKeyHash: KeyedHash;
}

/**
 * The digest of a key. Each rotation makes the hash from it. Null if it is damaged, or if it is another key's digest.
 */
export function digestOf(
  { id, digest: encrypted, hash }: Pick<ApiKeyRow, 'id' | 'digest' | 'hash'>,
  { vault, apiKeyHash }: Omit<KeyProofs, 'rowMacs'>,
): string | null {
  try {
    const digest = vault.decrypt(encrypted, apiKeyDigestAad(id));
    return apiKeyHash.makeAll(digest).includes(hash) ? digest : null;
  } catch (error) {
    if (error instanceof DamageError) return null;
    throw error;
  }
}
