import type { z } from 'zod';
import type { BlobDriver } from './blob-driver.ts';

/** A variable of the environment that a kind of storage reads beside its URL. */
export interface StorageVariable {
  readonly schema: z.ZodType<string | undefined>;
  /** What it takes, as the end of the sentence that refuses another value: `must be ...`. */
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

/** A kind of storage: all that the gateway knows of it stands with its driver. */
export interface StorageKind {
  /** Its URL as a sentence shows it. */
  readonly form: string;
  /** Whether a URL that begins with its scheme can be opened. */
  readonly isUrl: (url: string) => boolean;
  readonly variables: Readonly<Record<string, StorageVariable>>;
  /** Loads the driver. `location` is what follows the first colon of the URL. Touches nothing yet. */
  readonly open: (location: string, settings: StorageSettings) => Promise<BlobDriver>;
}
