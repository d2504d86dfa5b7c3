import type { BlobStore } from '../../engine/blob/store.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../../kernel/config-error.ts';
import type { DatabaseState, Engine } from '../../engine/sql/engine.ts';
import type { SecretKeys } from '../../engine/crypto/keys.ts';
import { FOREIGN_STORAGE, UNUSABLE_STORAGE } from './open-storage.ts';
import type { OpenRights } from './open-rights.ts';
import { readSecrets } from './secret-file.ts';
import { startStep } from './start-step.ts';

interface Survey {
  /** Null if no secret exists yet. */
  readonly secrets: SecretKeys | null;
  readonly database: DatabaseState;
}

/**
 * Looks at everything that a gateway of this configuration would use. Creates nothing. Throws ConfigError if one part
 * exists without another: a new beginning would hide a typing error or an unfinished restore. A start creates the
 * database first, then the secret, then the marker of the storage. This looks in the opposite order, so it never sees a
 * later part of a running start without the earlier parts.
 */
export async function surveyParts(
  config: Config,
  engine: Engine,
  storage: BlobStore,
  { mayMake, needsStorage }: Pick<OpenRights, 'mayMake' | 'needsStorage'>,
): Promise<Survey> {
  const marker = needsStorage ? await startStep(UNUSABLE_STORAGE, () => storage.marker()) : null;
  const read = () => startStep('DATA_DIR cannot be used', () => readSecrets(config));
  const early = await read();
  const database = await engine.state();
  const secrets = early ?? (await read());
  requireDatabase(database, mayMake);
  if (database === 'absent' && early !== null && config.secretKey === null)
    throw new ConfigError(NO_DATABASE);
  if (database === 'absent' && marker !== null) throw new ConfigError(FOREIGN_STORAGE);
  if (database === 'used' && secrets === null) throw new ConfigError(NO_SECRET);
  if (secrets === null && !mayMake) throw new ConfigError(UNUSED_DATABASE);
  return { secrets, database };
}

function requireDatabase(database: DatabaseState, mayMake: boolean): void {
  if (database !== 'absent' || mayMake) return;
  throw new ConfigError(
    'There is no database of a gateway at DATABASE_URL (by default in DATA_DIR); only npm start, migrate and partner create make one.',
  );
}

const UNUSED_DATABASE =
  'The database at DATABASE_URL (by default in DATA_DIR) has no secret yet; npm start and partner create make one.';
const NO_DATABASE =
  'DATA_DIR has a secret.key, but the database that belongs to it is not there (DATABASE_URL, by default in DATA_DIR): restore it, or move the secret.key away to begin anew.';
const NO_SECRET =
  'The database is there (DATABASE_URL, by default in DATA_DIR), but not its secret: put its secret.key back into DATA_DIR, or set SECRET_KEY.';
