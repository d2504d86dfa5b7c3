import type { z } from 'zod';
import type { BlobDriver } from './blob-driver.ts';

/** A variable of the environment that a kind of storage reads beside its URL. */
export interface StorageVariable {
  readonly schema: z.ZodType<string | undefined>;
  /** The rule for its value, as the end of a sentence: `must be ...`. */
  readonly rule: string;
  /** Whether the storage cannot be opened without it. */
  readonly isNeeded: boolean;
}

export interface StorageSettings {
  /** The values of the variables that are set, or have a default. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Where a driver may keep files of its own. */
  readonly dataDir: string;
}

/** A kind of storage. Everything that the gateway knows about it is defined beside its driver. */
export interface StorageKind {
  /** The form of its URL, for messages. */
  readonly form: string;
  /** Whether a URL with its scheme can be opened. */
  readonly isUrl: (url: string) => boolean;
  readonly variables: Readonly<Record<string, StorageVariable>>;
  /** Loads the driver. `location` is the URL after its first colon. Does not access the storage yet. */
  readonly open: (location: string, settings: StorageSettings) => Promise<BlobDriver>;
}
