import { openBlobStore } from '../../engine/blob/store.ts';
import type { Engine } from '../../engine/sql/engine.ts';
import type { Config } from '../config/config.ts';
import { requireDatabaseOfKind } from './gateway-kind.ts';
import { MAY_CREATE } from './open-rights.ts';
import { surveyParts } from './survey.ts';
import { withEngine } from './with-engine.ts';

/**
 * Applies pending migrations and returns their names. A new database is made only if a start would make one. An
 * existing database is migrated without its secret and storage, because a role for migrations may have no access to
 * them.
 */
export async function migrateTables(config: Config): Promise<readonly string[]> {
  return withEngine(config, async (engine) => {
    if ((await engine.state()) === 'absent') await surveyAlone(config, engine);
    await requireDatabaseOfKind(engine, config);
    await engine.doubts();
    return engine.migrate();
  });
}

async function surveyAlone(config: Config, engine: Engine): Promise<void> {
  const storage = await openBlobStore(config.storageUrl, config.storageSettings);
  try {
    await surveyParts(config, engine, storage, MAY_CREATE);
  } finally {
    await storage.close();
  }
}
