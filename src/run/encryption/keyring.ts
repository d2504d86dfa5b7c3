import { createRowMacs, type RowMacs } from '../../engine/crypto/row-mac.ts';
import { createVault, type Vault } from '../../engine/crypto/encryption.ts';
import { createKeyedHash, type KeyedHash } from '../../engine/crypto/hmac.ts';
import { deriveKeys, keyId, type SecretKeys } from '../../engine/crypto/keys.ts';

/**
 * All keys of the gateway, each for one purpose. The first of each list encrypts and signs; all of them decrypt and
 * verify.
 */
export interface Keyring {
  /** Names of the secrets, the first one first. */
  readonly names: readonly [string, ...string[]];
  /** Encrypts and decrypts columns. */
  readonly vault: Vault;
  /** Makes and checks the MACs of API keys and settlements. */
  readonly rowMacs: RowMacs;
  /** Hashes API keys. */
  readonly apiKeyHash: KeyedHash;
  /** Hashes the references of payments. */
  readonly referenceHash: KeyedHash;
  /** Encrypt the bytes of documents. */
  readonly documents: SecretKeys;
  /** Sign download URLs. */
  readonly signing: SecretKeys;
  readonly verifying: VerifyingKeys;
}

/** Keys whose results cannot be made again with another key, so they are kept even if their secret is removed. */
interface VerifyingKeys {
  /** Make the fingerprints of requests with an idempotency key. */
  readonly fingerprints: SecretKeys;
  /** Make the MACs of events and checkpoints. */
  readonly audit: SecretKeys;
}

export function openKeyring(secrets: SecretKeys): Keyring {
  const [first, ...rest] = secrets;
  return {
    names: [keyId(first), ...rest.map(keyId)],
    vault: createVault(deriveKeys(secrets, 'values-at-rest')),
    rowMacs: createRowMacs(deriveKeys(secrets, 'rows')),
    apiKeyHash: createKeyedHash(deriveKeys(secrets, 'api-keys')),
    referenceHash: createKeyedHash(deriveKeys(secrets, 'references')),
    documents: deriveKeys(secrets, 'documents-at-rest'),
    signing: deriveKeys(secrets, 'download-url'),
    verifying: { fingerprints: deriveKeys(secrets, 'idempotency'), audit: deriveKeys(secrets, 'audit') },
  };
}
