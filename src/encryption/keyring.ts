import { createRowMacs, type RowMacs } from '../crypto/row-mac.ts';
import { createVault, type Vault } from '../crypto/encryption.ts';
import { createKeyedHash, type KeyedHash } from '../crypto/hmac.ts';
import { deriveKeys, keyId, type SecretKeys } from '../crypto/keys.ts';

/** Every key of the gateway, each for one purpose. The first of each seals and signs; all open and verify. */
export interface Keyring {
  /** Of the secrets themselves. */
  readonly names: readonly [string, ...string[]];
  /** Seals columns. */
  readonly vault: Vault;
  /** Proves rows of API keys and settlements. */
  readonly rowMacs: RowMacs;
  /** Of API keys. */
  readonly apiKeyHash: KeyedHash;
  /** Seal the bytes of documents. */
  readonly documents: SecretKeys;
  /** Sign download URLs. */
  readonly signing: SecretKeys;
  readonly verifying: VerifyingKeys;
}

/** Keys whose work cannot be done again with another: those of a secret that was taken off still verify. */
export interface VerifyingKeys {
  /** Make the fingerprints of requests with an idempotency key. */
  readonly fingerprints: SecretKeys;
  /** Mark and seal the trail. */
  readonly audit: SecretKeys;
}

export function openKeyring(secrets: SecretKeys): Keyring {
  const [first, ...rest] = secrets;
  return {
    names: [keyId(first), ...rest.map(keyId)],
    vault: createVault(deriveKeys(secrets, 'values-at-rest')),
    rowMacs: createRowMacs(deriveKeys(secrets, 'rows')),
    apiKeyHash: createKeyedHash(deriveKeys(secrets, 'api-keys')),
    documents: deriveKeys(secrets, 'documents-at-rest'),
    signing: deriveKeys(secrets, 'download-url'),
    verifying: { fingerprints: deriveKeys(secrets, 'idempotency'), audit: deriveKeys(secrets, 'audit') },
  };
}
