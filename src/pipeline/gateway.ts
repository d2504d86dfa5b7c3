import type { EncryptedStore } from '../blob/encrypted/encrypted-store.ts';
import type { SecretKeys } from '../crypto/keys.ts';
import type { Foundation } from './execute.ts';

/** When each API key was last used. */
export interface KeyUses {
  /** Never fails and never waits. */
  note(keyId: string, now: Date): void;
  /** Writes what was noted since the last time. */
  flush(): Promise<void>;
}

/** What the faces stand on: the operations' foundation, the bytes, and the address under which clients know us. */
export interface Gateway extends Foundation {
  readonly blobs: EncryptedStore;
  readonly keyUses: KeyUses;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Of download URLs. */
  readonly signingKeys: SecretKeys;
}
