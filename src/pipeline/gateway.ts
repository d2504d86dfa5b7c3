import type { EncryptedStore } from '../engine/blob/encrypted/encrypted-store.ts';
import type { SecretKeys } from '../engine/crypto/keys.ts';
import type { Caller } from '../kernel/caller.ts';
import type { OperationError } from '../kernel/errors.ts';
import type { Foundation } from './context.ts';
import type { FeedWatch } from './feed-watch.ts';

/** Notes when each API key was last used. */
export interface KeyUses {
  /** Keeps the use in memory: never fails and never waits. */
  note(keyId: string, now: Date): void;
  /** Writes the uses since the last time to the database. */
  flush(): Promise<void>;
}

/** The running processes of the gateway on its database. */
export interface LiveProcesses {
  /** Their number, including this process. Known without a query. */
  readonly count: number;
}

/** The running processes, and the row of this process. */
export interface OwnProcess extends LiveProcesses {
  /**
   * Whether the row was read in an older form than it was written. Then reads do not come from the server that takes
   * changes.
   */
  readonly readsOldRows: boolean;
  /** Writes the row; resolves when the database has committed it. */
  write(): Promise<void>;
}

/** The running downloads. */
export interface Downloads {
  /**
   * Throws `rate_limited` if the key, or the person at the console, has too many. Call the result to end the download;
   * further calls do nothing.
   */
  begin(caller: Pick<Caller, 'actor' | 'sessionHash'>): () => void;
}

/** Something that continues after its request was authenticated: a stream, a wait, a download. */
export interface Going {
  readonly caller: Caller;
  /** Throws OperationError if a caller with these rights may not have it. */
  readonly require: (caller: Caller) => void;
  /**
   * Called once when the right is lost, with the error that says so. In a sandbox a reset gives a key another partner:
   * then it is null, because the next request of the key works.
   */
  readonly onLost: (error: OperationError | null) => void;
}

/** Watches the rights that something running depends on: key, session, person and their scopes. */
export interface RightsWatch {
  /** Call the result to end the watch. The call of `onLost` ends it too. */
  watch(going: Going): () => void;
  /** Ends all watches without calling `onLost`. */
  end(): void;
}

/** Everything that the APIs need: what operations need, the blob store, and the address of the gateway. */
export interface Gateway extends Foundation {
  readonly blobs: EncryptedStore;
  readonly keyUses: KeyUses;
  readonly feedWatch: FeedWatch;
  readonly processes: OwnProcess;
  readonly downloads: Downloads;
  /** `fault` is the sentence for the log if the database was set back to an earlier state; otherwise null. */
  readonly progress: { readonly fault: string | null };
  readonly rights: RightsWatch;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Keys that sign download URLs. */
  readonly signingKeys: SecretKeys;
}
