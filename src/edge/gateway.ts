import type { SealedStore } from '../blob/sealed-store.ts';
import type { SecretKeys } from '../kernel/secret.ts';
import type { Foundation } from '../pipeline/execute.ts';

/** What the faces stand on: the operations' foundation, the bytes, and the address under which clients know us. */
export interface Gateway extends Foundation {
  readonly blobs: SealedStore;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Of download URLs. */
  readonly signingKeys: SecretKeys;
}
