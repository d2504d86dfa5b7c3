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
  /** Writes to the database what was noted since the last time. */
  flush(): Promise<void>;
}

/** The processes of the gateway that run on its database. */
export interface LiveProcesses {
  /** Their number, this one included. Known without a query. */
  readonly count: number;
}

/** The same, and the row of this process among them. */
export interface OwnProcess extends LiveProcesses {
  /** Whether the row was read as it had been before it was written: what answers reads is not what takes changes. */
  readonly readsOldRows: boolean;
  /** Writes the row; resolves when the database has committed it. */
  write(): Promise<void>;
}

/** The running downloads. */
export interface Downloads {
  /**
   * Throws `rate_limited` if the key, or the person at the console, has too many; calling the result, once or more often,
   * ends the download.
   */
  begin(caller: Pick<Caller, 'actor' | 'sessionHash'>): () => void;
}

/** What goes on after its request was authenticated: a stream, a wait, a download. */
export interface Going {
  readonly caller: Caller;
  /** Throws OperationError if a caller with these rights may not have it. */
  readonly require: (caller: Caller) => void;
  /** Called once when the right is gone, with the error for it. */
  readonly onLost: (error: OperationError) => void;
}

/** Watches the rights on which something that goes on depends: key, session, person and their scopes. */
export interface RightsWatch {
  /** The watch ends with the call of `onLost`, or by calling the result. */
  watch(going: Going): () => void;
  /** Ends all watches, without a call. */
  end(): void;
}

/** What the APIs need: everything that operations need, the blob store, and the address of the gateway. */
export interface Gateway extends Foundation {
  readonly blobs: EncryptedStore;
  readonly keyUses: KeyUses;
  readonly feedWatch: FeedWatch;
  readonly processes: OwnProcess;
  readonly downloads: Downloads;
  /** Whether the database was taken back to an earlier state: then the sentence for the log; else null. */
  readonly progress: { readonly fault: string | null };
  readonly rights: RightsWatch;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Keys that sign download URLs. */
  readonly signingKeys: SecretKeys;
}
